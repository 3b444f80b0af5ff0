"""A node's roles at the table: a seat, the ring, the shoe. Start with `seat.py`."""
