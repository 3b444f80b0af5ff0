"""The desk: what staff ask and do, and why not. Start with `door.py`."""
