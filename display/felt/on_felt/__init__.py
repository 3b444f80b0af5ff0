"""What lies on the felt. Start with `oval.py`."""
