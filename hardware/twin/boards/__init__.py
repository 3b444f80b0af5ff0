"""Simulated and emulated boards, their lines and their clock. Start with `rack.py`."""
