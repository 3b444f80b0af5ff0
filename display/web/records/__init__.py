"""Pages for looking up what has happened: incidents, hands, statistics and the log.

Start with `pages_records.py`.
"""
