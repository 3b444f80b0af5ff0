"""A club's own pages: its league, notices and wall screen. Start with `pages_league.py`."""
