"""Upkeep of the process: health, devices, logs and systemd. Start with `health.py`."""
