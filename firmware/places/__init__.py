"""The roles of a node at the table: a seat, the ring and the shoe. Start with `seat.py`."""
