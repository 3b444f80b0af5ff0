"""Prizes, bounties, deals and money. Start with `money.py`."""
