"""Scan times, and schedules for antennas. Start with `standing_slots.py`."""
