"""What is computed and drawn for builders: coils, loads, schematics. Start with `pages.py`."""
