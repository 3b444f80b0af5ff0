"""Events from tables, taken in order. Start with `hearing.py`."""
