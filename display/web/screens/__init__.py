"""Pages that everybody may see. Start with `pages_room.py`."""
