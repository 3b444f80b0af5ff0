"""The running table: everything that `tapis run` starts and keeps running.

- `loop`: the path from the drivers through the engine to the disk, and the shoe's gate
- `messages`: the MQTT broker, outgoing messages, requests and replies
- `access`: tokens, badges, the PIN, rights, limits
- `upkeep`: health, logs, systemd, deletion of old data
- `lights`: the LED ring
- `sockets`: Unix sockets for maintainers' queries and for the seats' private pages
- `stream`: hole cards for a stream, after a delay

Start with `loop/daemon.py`.
"""
