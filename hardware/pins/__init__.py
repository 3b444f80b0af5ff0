"""The Pi's own pins. Start with `gpio.py`."""
