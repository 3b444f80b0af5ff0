"""Access control for a table: tokens, badges, the PIN, limits. Start with `rights.py`."""
