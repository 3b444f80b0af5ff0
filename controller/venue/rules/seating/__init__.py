"""Moving players: broken tables, balancing, redraws. Start with `moving.py`."""
