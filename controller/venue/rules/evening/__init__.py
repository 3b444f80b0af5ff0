"""The course of an evening, from late entries to results. Start with `results.py`."""
