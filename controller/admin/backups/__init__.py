"""Creates, checks and restores backups of tables and poker rooms. Start with `backup.py`."""
