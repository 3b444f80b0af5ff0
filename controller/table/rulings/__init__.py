"""Rulings: finds an irregularity, looks up the house rule, and opens a ruling with its steps.

Start with `irregularities.py` (`found`). `steps` has a class for each kind of step,
and `open_rulings.py` determines which step is next. `controller/table/resolving_rulings` sees a
ruling through to its end.
"""

from controller.table.rulings.irregularities import (
    OVER,
    amend,
    found,
    note,
    open_ruling,
    put_ruling,
    re_rule,
    reopen,
)
from controller.table.rulings.open_rulings import (
    active,
    asked_back,
    end_void,
    held_at_once,
    in_hand,
    is_aside,
    is_moot,
    keeps_out,
    ready,
    ruling_stops,
    send_away,
    settled_board,
    something_moved,
    step_done,
    stops_play,
    stray,
    waits_for_decision,
    waits_for_players,
)
from controller.table.rulings.steps import (
    GOALS,
    asks_for_burn,
    burns_unread,
    goal_named,
    goals_of,
    is_valid,
    kept_cards,
    make_sense,
    next_goal,
)
from controller.table.rulings.void_hands import may_take_awards_back, unvoid, void_hand, voids
