"""Decides whose chips are in front of a seat and what they pay, before they are read as an action.

Start with `oversized_chips.py`, on chips put in silently. The chips may also be part of an
announced amount (`paid_in_parts.py`), belong to another seat (`chips_of_others.py`), be change
(`making_change.py`), or have been lifted from a bet (`lifted_bets.py`).
`controller/table/betting` reads the actions.
"""

from controller.table.chips_in_front.chips_of_others import (
    brought_along,
    ends_a_payment,
    given_back,
    laid_back,
    lie_before,
    of_others,
    pays_for_others,
)
from controller.table.chips_in_front.lifted_bets import (
    end_lifted,
    judge_lifted,
    lift,
    lifted_seats,
    lifted_until,
    swept_change,
    taken_back,
)
from controller.table.chips_in_front.making_change import (
    change_comes_back,
    change_due,
    is_change,
    next_change,
    took_change,
)
from controller.table.chips_in_front.oversized_chips import (
    Motion,
    all_needed,
    judged_later,
    one_too_large,
    only_a_call,
    pulls_back,
)
from controller.table.chips_in_front.paid_in_parts import judge_parts, parts_until, pays_in_part
