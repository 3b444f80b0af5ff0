"""The running table: everything that `tapis run` starts and keeps running.

- `loop`: from the drivers through the engine to the disk, and back to the shoe's gate
- `messages`: the MQTT broker, outgoing messages, requests and replies
- `access`: tokens, badges, the PIN, rights, limits
- `upkeep`: health, logs, systemd, deletion of old data
- `lights`: the LED ring
- `sockets`: Unix sockets for commands and for the seat pages

Start with `loop/daemon.py`.
"""
