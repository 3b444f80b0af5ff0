"""The people at a table: the Dealer, the players, and people who follow rulings.

Start with `dealer.py`.
"""
