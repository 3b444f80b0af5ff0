"""`tapis house`: describes and compares sets of house rules. Start with `houses.py`."""
