"""Who may have a table do what: tokens, badges, the PIN, bounds. Start with `rights.py`."""
