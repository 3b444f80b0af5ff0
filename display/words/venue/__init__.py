"""Words of a room. Start with `evening.py`."""
