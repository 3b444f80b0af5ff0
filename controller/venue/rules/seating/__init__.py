"""Players move: broken tables, balancing, redraws. Start with `moving.py`."""
