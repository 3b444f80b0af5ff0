"""Draw everything on the table itself. Start with `oval.py`."""
