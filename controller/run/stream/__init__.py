"""Delayed hole cards for a stream: each hand is read from the journal when due, then sent.

Start with `delayed.py`, which decides when a hand may be sent.
"""
