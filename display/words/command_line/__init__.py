"""The language used on the command line. Start with `chosen.py`."""
