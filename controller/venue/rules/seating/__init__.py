"""Moves of players between seats: broken tables, balancing and redraws. Start with `moving.py`."""
