"""Words for a poker room. Start with `evening.py`."""
