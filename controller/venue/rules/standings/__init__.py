"""Places, points and prize shares, computed only from numbers. Start with `places.py`."""
