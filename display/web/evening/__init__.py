"""The pages from an empty room to cards in the air, and printing. Start with `pages_evening.py`."""
