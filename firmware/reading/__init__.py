"""Reading antennas in turn, and the tag protocols. Start with `antennas.py`."""
