"""Cash games: buy-ins, cash-outs, and the waiting list. Start with `cash.py`."""
