"""People at a table: Dealer, players, and people who follow a ruling. Start with `dealer.py`."""
