"""The keypad of a seat. Start with `keypad.py`."""
