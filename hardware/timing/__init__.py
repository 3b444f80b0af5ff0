"""Scan times, and schedules for antennas. Start with `slots.py`."""
