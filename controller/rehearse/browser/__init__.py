"""The pages of the virtual table. Start with `pages.py`."""
