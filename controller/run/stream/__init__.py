"""Delayed hole cards for a stream: hands are read from the journal when due, and sent to a socket.

Start with `delayed.py`, which decides when a hand may be sent.
"""
