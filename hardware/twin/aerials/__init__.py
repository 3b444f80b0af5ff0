"""Simulated antennas and the air between them. Start with `antenna.py`."""
