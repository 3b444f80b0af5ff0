"""The language of the command line. Start with `chosen.py`."""
