"""The books of the room at an instant. Start with `room.py`."""
