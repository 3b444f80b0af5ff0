"""Player moves: broken tables, balancing, redraws. Start with `moving.py`."""
