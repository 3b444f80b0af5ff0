"""Finishing places, points and prize shares, computed from numbers. Start with `places.py`."""
