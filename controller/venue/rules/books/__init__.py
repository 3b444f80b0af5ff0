"""The room's books at one instant. Start with `room.py`."""
