"""Pages for looking things up afterwards: incidents, hands, the log.

Start with `pages_records.py`.
"""
