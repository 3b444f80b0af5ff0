"""The database tables that hold people's names. Start with `people.py`."""
