"""The rules of a venue, pure: what a tournament may do, and what follows from what it says.

`step.py` is the front door: one thing happens to a room (`room.py`), and the room after it, what it
says and what its tables are to do come of it. `tournament.py` is the model of a tournament file,
each value with its article. What a step does lives in `entering`, `timing`, `moving`, `together`,
`conduct` and `results`, on a `work.py`; what these ask answers one question each: `draw` who sits
where, `button` where it lies first, `balancing` who moves, `breaking` which table goes and where
its players land, `colour_up` what small chips become, `entries` what late ones get, `levels` what
the clock says, `hand_for_hand` when tables wait, `places` what comes of it. No clock, no file, no
random number: what is drawn comes from a seed.
"""
