"""Hole cards for a stream, after their delay: what is due, from the journal, over one socket.

Start with `delayed.py`, which says when a hand may leave.
"""
