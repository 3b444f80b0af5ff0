"""The loop of one table: drivers, sensing, engine, disk. Start with `daemon.py`."""
