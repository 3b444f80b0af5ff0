"""Which antenna is which, and how well each reads. Start with `calibrate.py`."""
