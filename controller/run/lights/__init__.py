"""The LED ring: the colour of each LED, and its animations. Start with `ring.py`."""
