"""Observations and their meaning: a card that moves, a key, a knock, cards keyed in by hand.

Start with `course.py`, the course of one observation; `card_moves.py` judges each card that comes
to rest.
"""

from controller.table.observations.card_moves import card_at, card_left
from controller.table.observations.course import begin, by_itself, end
from controller.table.observations.declarations import declared, knocked
from controller.table.observations.floor_commands import decode, floor_said

__all__ = [
    "begin",
    "by_itself",
    "card_at",
    "card_left",
    "declared",
    "decode",
    "end",
    "floor_said",
    "knocked",
]
