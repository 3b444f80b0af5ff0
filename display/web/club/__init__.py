"""A club's own pages: its league and wall screen. Start with `pages_league.py`."""
