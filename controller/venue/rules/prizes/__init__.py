"""Prizes, bounties, deals and money. Start with `cashier.py`."""
