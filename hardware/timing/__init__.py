"""Scan times, and the schedules of the antennas. Start with `slots.py`."""
