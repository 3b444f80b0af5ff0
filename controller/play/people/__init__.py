"""People at a table: the Dealer, players, and those who follow a ruling. Start with `dealer.py`."""
