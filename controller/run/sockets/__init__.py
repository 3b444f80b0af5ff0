"""A table's Unix sockets, for maintainers and for the seats. Start with `unix_socket.py`."""
