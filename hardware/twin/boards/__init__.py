"""Simulated and emulated boards, their serial lines and their clock. Start with `rack.py`."""
