"""What the floor does in a room, subject by subject. Start with `conduct.py`."""
