"""A room's prizes, bounties, deals and money. Start with `money.py`."""
