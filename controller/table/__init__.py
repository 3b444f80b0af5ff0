"""The hand engine: one observation in, the next table and the events out; pure.

Start with `engine.py`, then docs/ENGINE.md. Each room below imports only rooms above it, by its
door (`__init__.py`), which says in five lines who lives there:

- `state`: the facts of a table and of a hand
- `between_hands`: seats, absences, levels, holds, penalties, rake
- `rulings`: an irregularity is found, and a ruling is opened with its steps
- `showdown`: who shows, who wins, how the pot is pushed
- `betting`: blinds, bets, raises and folds, in turn and out of it
- `dealing`: the start of a hand, its deal, and misdeals
- `chips`: chips that move, chips that are due
- `board`: burns and streets
- `remedies`: a ruling is seen through, decided, settled or undone
- `observations`: what comes in: a card, chips, a key, the floor's command
- `power_loss`: lost devices, and what was moved while the table was off
- `view`: what everybody may see of a table, and what one seat may
"""
