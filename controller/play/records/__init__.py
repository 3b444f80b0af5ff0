"""Recorded hands: read, replayed, exported. Start with `recorded.py`."""
