"""A damaged journal: verified, salvaged, mended. Start with `mending.py`."""
