"""What is looked up afterwards: incidents, hands, the log. Start with `pages_records.py`."""
