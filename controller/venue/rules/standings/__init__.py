"""Places, points and shares of prizes, by figures alone. Start with `places.py`."""
