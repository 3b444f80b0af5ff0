"""The course of a tournament evening, from late entries to results. Start with `results.py`."""
