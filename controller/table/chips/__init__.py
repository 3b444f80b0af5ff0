"""Chips that come to rest, chips still owed, and chips missing from the pot or a stack.

Start with `chip_moves.py`.
"""

from controller.table.chips.chip_moves import chips_at, in_front_now
from controller.table.chips.miscounted_pots import floor_called, judge_less, less_until
from controller.table.chips.stack_count import count_stacks
from controller.table.chips.unpaid_chips import count_due, look_for_debts, owes_after_all
