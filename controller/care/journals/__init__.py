"""`tapis journal`: reading, exporting, counting, taking hands home. Start with `journal.py`."""
