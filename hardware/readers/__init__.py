"""PC/SC readers and the cards on them. Start with `pcsc.py`."""
