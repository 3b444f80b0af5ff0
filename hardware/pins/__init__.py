"""Devices connected to the Pi's own pins. Start with `gpio.py`."""
