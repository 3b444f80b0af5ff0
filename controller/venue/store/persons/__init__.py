"""The tables that hold names of people. Start with `people.py`."""
