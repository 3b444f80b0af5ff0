"""A club's own pages: its league, notices and wall. Start with `pages_league.py`."""
