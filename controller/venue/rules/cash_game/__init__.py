"""Cash games: seats, chips and the waiting list. Start with `cash.py`."""
