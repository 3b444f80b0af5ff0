"""Staff actions and their forms. Start with `actions.py`."""
