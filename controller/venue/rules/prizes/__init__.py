"""Prizes, bounties, deals and money in a room. Start with `money.py`."""
