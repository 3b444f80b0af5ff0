"""A process that others look after: health, devices, logs, systemd. Start with `health.py`."""
