"""Prizes, bounties, deals and money of a room. Start with `money.py`."""
