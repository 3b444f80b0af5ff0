"""Unix sockets of a table: commands, seats, the shoe's gate. Start with `unix_socket.py`."""
