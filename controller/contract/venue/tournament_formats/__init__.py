"""Forms of a tournament: days and flights, mixed games, satellites. Start with `days.py`."""
