"""Unix sockets of a table: commands and seats. Start with `unix_socket.py`."""
