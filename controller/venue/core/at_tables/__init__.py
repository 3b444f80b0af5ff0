"""What tables say, heard in order. Start with `hearing.py`."""
