"""The hand engine: takes a table and an observation, and returns the new table and the events.

It has no side effects. Start with `engine.py`, then docs/ENGINE.md. Each package in this list
imports only packages above it, through their `__init__.py`. The docstring of each package
introduces its modules:

    - `state`: the facts about a table and a hand
    - `between_hands`: seats, absences, levels, holds, penalties and rake
    - `rulings`: detecting an irregularity, and opening a ruling with its steps
    - `showdown`: the showing order, the winners, and pushing the pot
    - `chips_in_front`: the meaning of chips moved in front of a seat
    - `betting`: blinds, bets, raises and folds, in turn and out of turn
    - `dealing`: the start of a hand, its deal, and misdeals
    - `chips`: chips that come to rest, chips still owed, and missing chips
    - `board`: burns and streets
    - `resolving_rulings`: carrying out, deciding, settling or undoing a ruling
    - `observations`: the inputs (a card, chips, a key press, a floor command)
    - `power_loss`: lost devices, and moves made while the table was off
    - `view`: the public view of a table, and the private view of one seat
"""
