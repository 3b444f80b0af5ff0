"""Pictures for the docs and tests. Start with `golden.py`."""
