"""Moves of players between seats: broken tables, balancing, redraws. Start with `moving.py`."""
