"""`tapis house`: what a house says, described and compared. Start with `houses.py`."""
