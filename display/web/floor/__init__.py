"""Pages for the floor and the desk. Start with `pages_floor.py`."""
