"""A seat's keys. Start with `keypad.py`."""
