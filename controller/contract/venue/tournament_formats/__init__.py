"""Tournament formats: days and flights, mixed games, and satellites. Start with `days.py`."""
