"""Pages for looking things up later: incidents, hands, the log.

Start with `pages_records.py`.
"""
