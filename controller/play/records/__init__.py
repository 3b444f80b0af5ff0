"""Reads, replays and exports recorded hands. Start with `recorded.py`."""
