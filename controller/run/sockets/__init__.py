"""A table's Unix sockets, for commands and for the seats. Start with `unix_socket.py`."""
