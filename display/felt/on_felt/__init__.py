"""Draw everything on the felt. Start with `oval.py`."""
