"""Identification of the antennas, and their read quality. Start with `calibrate.py`."""
