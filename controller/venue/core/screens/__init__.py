"""The retained views of a room. Start with `views.py`."""
