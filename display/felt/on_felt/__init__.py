"""Drawing of everything on the felt. Start with `oval.py`."""
