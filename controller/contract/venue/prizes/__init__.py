"""Entries, prizes, bounties and deals. Start with `money.py`."""
