"""`tapis journal`: reading, exporting, statistics, players' own hands. Start with `journal.py`."""
