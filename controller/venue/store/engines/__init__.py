"""Storage engines for a room's database: a file, or PostgreSQL. Start with `file.py`."""
