"""Actions of staff and their forms. Start with `actions.py`."""
