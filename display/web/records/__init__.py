"""Pages for looking up what has happened: incidents, hands, statistics, the log.

Start with `pages_records.py`.
"""
