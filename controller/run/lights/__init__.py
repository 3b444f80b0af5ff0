"""The LED ring: its colours for a state, and what moves on it. Start with `ring.py`."""
