"""Cash games: chips bought and cashed out, and the waiting list. Start with `cash.py`."""
