"""The panels beside the table on the screen. Start with `bar.py`."""
