"""Upkeep of the process: health, devices, logs, systemd. Start with `health.py`."""
