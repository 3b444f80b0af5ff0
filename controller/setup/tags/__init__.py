"""Enrolling the tags in cards, chips and badges. Start with `enroll_command.py`."""
