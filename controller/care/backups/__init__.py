"""Backups of tables and rooms: written, checked, restored. Start with `backup.py`."""
