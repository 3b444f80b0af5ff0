"""Reading antennas in turn, and the protocols of their tags. Start with `antennas.py`."""
