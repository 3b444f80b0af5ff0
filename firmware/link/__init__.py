"""The node's end of the line: frames, seals, sessions and what is resent. Start with `wire.py`."""
