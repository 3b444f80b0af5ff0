"""The floor's work in a room, subject by subject. Start with `conduct.py`."""
