"""The books of the room at one instant. Start with `room.py`."""
