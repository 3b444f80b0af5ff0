"""Observations and their meaning: a moved card, a key press, a knock, or cards entered manually.

Start with `begin_and_end.py` for what happens before and after each observation; `card_moves.py`
handles each card that comes to rest.
"""

from controller.table.observations.begin_and_end import MOVES, begin, by_itself, end
from controller.table.observations.declarations import declared, knocked
from controller.table.observations.floor_commands import decode, floor_said
