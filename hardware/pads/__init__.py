"""A seat's keypad. Start with `keypad.py`."""
