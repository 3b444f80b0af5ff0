"""A room's rules, as pure functions: which inputs are allowed, and what follows from each.

`step.py` is the entry point: it takes one input, and returns the next state of the room, the events
to publish and the orders to tables. `tournament.py` is the model of a tournament file; each value
is stored with the article of the rule text that it comes from. `books/` holds the state of a room
at one instant. `calculations/` and `standings/` don't depend on that state. `evening/` runs a
tournament from entries to results, `seating/` moves players, `prizes/` handles money, and
`cash_game/` handles cash games. Nothing here uses a clock, a file or a random number; draws are
computed from a seed.
"""
