"""Places, points and prize shares, computed from numbers alone. Start with `places.py`."""
