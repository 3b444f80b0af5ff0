"""The node's end of the line: frames, seals, sessions and resending. Start with `wire.py`."""
