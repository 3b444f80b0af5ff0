"""The room at an instant, and its books. Start with `room.py`."""
