"""`tapis house`: houses described and compared. Start with `houses.py`."""
