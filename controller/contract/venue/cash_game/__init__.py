"""Cash games: chips bought and turned back, the waiting list. Start with `cash.py`."""
