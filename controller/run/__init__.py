"""One table alive: what `tapis run` starts and keeps going.

- `loop`: from the drivers through the engine to the disk
- `messages`: the MQTT broker, what waits to be told, who asks
- `access`: tokens, badges, the PIN, rights, bounds
- `upkeep`: health, logs, systemd, what is forgotten when
- `lights`: the LED ring
- `sockets`: Unix sockets for commands, for each seat, for the shoe's gate

Start with `loop/daemon.py`.
"""
