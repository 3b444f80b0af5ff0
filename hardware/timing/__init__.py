"""Scan times, and schedules for the antennas. Start with `slots.py`."""
