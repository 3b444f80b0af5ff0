"""The node's end of the link: frames, seals, sessions and resending. Start with `wire.py`."""
