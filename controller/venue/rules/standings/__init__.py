"""Places, points and prize shares, computed from figures alone. Start with `places.py`."""
