"""Access control for a table: tokens, badges, the PIN and limits. Start with `rights.py`."""
