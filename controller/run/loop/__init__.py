"""One table's loop: drivers, sensing, engine, disk. Start with `daemon.py`."""
