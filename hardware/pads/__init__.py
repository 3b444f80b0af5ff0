"""The logic of a seat's keypad. Start with `keypad.py`."""
