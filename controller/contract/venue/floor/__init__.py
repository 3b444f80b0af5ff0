"""The orders and reports of a room's floor staff, one module each. Start with `conduct.py`."""
