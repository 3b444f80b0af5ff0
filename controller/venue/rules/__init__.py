"""The rules of a venue, pure: what a tournament may do, and what follows from what it says.

`step.py` is the front door: one thing happens to a room, and the room after it, what it says and
what its tables are to do come of it. `tournament.py` is the model of a tournament file, each value
with its article. `books/` holds the room at an instant, `figures/` and `standings/` compute without
one. `evening/` is an evening's course, `seating/` moves players, `prizes/` is about money,
`cash_game/` about cash. No clock, no file, no random number: what is drawn comes from a seed.
"""
