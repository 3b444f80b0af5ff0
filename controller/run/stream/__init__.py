"""Sends the hole cards of each hand to a stream, after a delay.

A hand is read from the journal only when it is due to be sent. Start with `delayed.py`, which
decides when a hand is due.
"""
