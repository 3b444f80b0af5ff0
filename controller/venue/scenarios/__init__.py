"""Scripts for a tournament or a cash game (`*.vsn`), which test the rules of a room.

Start with `language.py`, which reads a script and plays it; the other modules hold the statements,
grouped by subject. In their syntax, ID is a player, T a table and T-S a seat.
"""
