"""Pictures for documents and tests. Start with `golden.py`."""
