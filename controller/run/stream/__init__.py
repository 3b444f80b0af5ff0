"""Hole cards for a stream, sent after a delay.

A hand is read from the journal only when it is due. Start with `delayed.py`, which decides when
that is.
"""
