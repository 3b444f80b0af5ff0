"""Calculations and drawings for builders: coils, loads, schematics. Start with `pages.py`."""
