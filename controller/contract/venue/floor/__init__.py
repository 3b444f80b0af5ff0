"""The orders and reports of a room's floor staff, one module per subject. Start with `conduct.py`."""
