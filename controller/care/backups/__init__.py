"""Backups of tables and rooms: writing, checking, restoring. Start with `backup.py`."""
