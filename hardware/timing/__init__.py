"""How long a scan takes, and who radiates when. Start with `slots.py`."""
