"""Simulated and emulated circuit boards, their serial lines and clock. Start with `rack.py`."""
