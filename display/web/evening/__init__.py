"""From an empty room to cards in the air, and its paper. Start with `pages_evening.py`."""
