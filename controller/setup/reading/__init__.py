"""Reading of antennas and devices during the set-up. Start with `desk.py`."""
