"""Virtual cards on a real pcscd. Start with `pcscd.py`."""
