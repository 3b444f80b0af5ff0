"""A venue's rules, all pure: the actions open to a tournament, and the consequences of each input.

`step.py` is the entry point: it takes one input, and returns the next room, the events and the
orders to tables. `tournament.py` is the model of a tournament file, each value with its article.
`books/` holds the state of the room at one instant; `calculations/` and `standings/` don't depend
on that state. `evening/` is the course of an evening, `seating/` moves players, `prizes/` handles
money, and `cash_game/` handles cash games. Nothing here uses a clock, a file or a random number;
draws are computed from a seed.
"""
