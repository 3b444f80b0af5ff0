"""Observations and their meaning: a moved card, a key press, a knock, or cards entered manually.

Start with `begin_and_end.py` for what happens before and after each observation; `card_moves.py`
handles each card that comes to rest.
"""

from controller.table.observations.begin_and_end import begin, by_itself, end
from controller.table.observations.card_moves import card_at, card_left
from controller.table.observations.chips_come import chips_come
from controller.table.observations.declarations import declared, knocked
from controller.table.observations.floor_commands import decode, floor_said
