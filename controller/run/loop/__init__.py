"""The loop of one table: drivers, sensing, engine and disk. Start with `daemon.py`."""
