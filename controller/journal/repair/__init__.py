"""Repair of a damaged journal: verify, salvage, mend. Start with `mending.py`."""
