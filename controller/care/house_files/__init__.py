"""`tapis house`: describing and comparing houses. Start with `houses.py`."""
