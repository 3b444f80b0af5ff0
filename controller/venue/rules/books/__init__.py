"""The state of a room at one instant, as plain data. Start with `room.py`."""
