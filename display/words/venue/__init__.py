"""Words about a room. Start with `evening.py`."""
