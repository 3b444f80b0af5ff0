"""A room's words. Start with `evening.py`."""
