"""The panels beside the felt. Start with `bar.py`."""
