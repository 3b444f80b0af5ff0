"""Live data about the room and its tables, pushed to browsers. Start with `hall.py`."""
