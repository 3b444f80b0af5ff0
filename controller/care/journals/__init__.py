"""`tapis journal`: read, exported, counted, taken home. Start with `journal.py`."""
