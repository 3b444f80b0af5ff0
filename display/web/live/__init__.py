"""What the pages know of room and tables, pushed to browsers. Start with `hall.py`."""
