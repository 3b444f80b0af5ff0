"""Verifies, salvages and repairs damaged journals. Start with `mending.py`."""
