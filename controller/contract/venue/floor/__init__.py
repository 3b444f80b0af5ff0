"""The floor's work in a room, with one module for each subject. Start with `conduct.py`."""
