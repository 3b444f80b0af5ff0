"""The link between node and host: frames, seals, sessions and resending. Start with `wire.py`."""
