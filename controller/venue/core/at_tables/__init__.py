"""Events from tables, processed in order. Start with `hearing.py`."""
