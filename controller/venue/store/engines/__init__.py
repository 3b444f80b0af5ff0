"""Where a room keeps its database: a file, or PostgreSQL. Start with `file.py`."""
