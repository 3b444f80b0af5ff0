"""Words about a poker room. Start with `evening.py`."""
