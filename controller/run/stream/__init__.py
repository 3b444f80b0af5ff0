"""Delayed hole cards for a stream: due hands are read from the journal and sent to one socket.

Start with `delayed.py`, which decides when a hand may be sent.
"""
