"""Calculations and drawings for builders: coils, loads and schematics. Start with `pages.py`."""
