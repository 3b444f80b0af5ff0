"""Resolving a ruling: it is followed, waived or replaced by the floor, or settled by an action.

Start with `follow_ruling.py`.
"""

from controller.table.resolving_rulings.decisions import DECISIONS
from controller.table.resolving_rulings.follow_ruling import (
    agree,
    all_agree,
    close,
    follow,
    resume,
    tick,
)
from controller.table.resolving_rulings.settled_by_action import (
    folds_beside,
    is_beside,
    settles,
    shows,
)
from controller.table.resolving_rulings.undo_acts import lay_waiting, undo
