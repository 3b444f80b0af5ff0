"""What antennas and plugs read while a table is set up. Start with `desk.py`."""
