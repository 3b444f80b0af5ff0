"""The running table: everything that `tapis run` starts and keeps going.

- `loop`: the path from the drivers through the engine to the disk
- `messages`: the MQTT broker, outgoing messages, requests and replies
- `access`: tokens, badges, the PIN, rights, limits
- `upkeep`: health, logs, systemd, deletion of old data
- `lights`: the LED ring
- `sockets`: Unix sockets for commands, for each seat, for the shoe's gate

Start with `loop/daemon.py`.
"""
