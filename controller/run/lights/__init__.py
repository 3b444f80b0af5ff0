"""The LED ring: its colours for each state, and its animations. Start with `ring.py`."""
