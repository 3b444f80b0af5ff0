"""Tournament formats: days and flights, mixed games, satellites. Start with `days.py`."""
