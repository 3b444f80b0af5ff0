"""A room's retained views. Start with `views.py`."""
