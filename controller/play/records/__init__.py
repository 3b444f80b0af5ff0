"""Recorded hands: reading, replay and export. Start with `recorded.py`."""
