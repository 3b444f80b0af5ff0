"""Hands and cards in words. Start with `hand_names.py`."""
