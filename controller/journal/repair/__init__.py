"""Repair of a damaged journal: verify, salvage, repair. Start with `mending.py`."""
