"""Identifying the antennas, and measuring their read quality. Start with `calibrate.py`."""
