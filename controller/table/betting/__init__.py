"""Betting: blinds, straddles, bets, raises and folds.

An action may be in turn or out of turn, announced or made silently with chips, and clear or
unclear. Start with `actions.py` (actions in turn) and `bets_from_chips.py` (actions read from
chips). `string_bets.py` rules on chips added after an action or a first motion,
`illegal_amounts.py` on short bets and calls, and `dead_hands.py` on hands that become dead.
"""

from controller.table.betting.actions import (
    act,
    advance,
    bets_lie_there,
    end_round,
    gather,
    go_on,
    kill,
    open_street,
    out_of_action,
    round_over,
)
from controller.table.betting.bets_from_chips import put_in_hidden, read_action, read_bet
from controller.table.betting.blinds import (
    POSTED,
    antes_in_pot,
    check_blinds,
    entering,
    owed,
    pays_for_all,
    post_all,
    post_from_chips,
    posting_order,
    when_posted,
)
from controller.table.betting.cards_forward import (
    answer_due,
    ask_to_fold,
    asked_of,
    came_with_chips,
    has_let_go,
    said_shown,
    wait_for_word,
)
from controller.table.betting.clock import (
    call_clock,
    floor_clock,
    play_time_bank,
    runs_out,
    stop_clock,
    time_decision,
    time_passed,
)
from controller.table.betting.dead_hands import (
    beyond_line,
    fold_in_turn,
    kill_now,
    mucked,
    mucked_until,
    mucks_unread,
)
from controller.table.betting.illegal_amounts import (
    checked_facing_bet,
    put_in,
    put_in_short,
    raising,
    reading,
)
from controller.table.betting.making_change import (
    change_due,
    change_of_posts,
    is_change_of_posts,
    next_change,
)
from controller.table.betting.out_of_turn import (
    acted_early,
    forget_early,
    honour,
    judge_mucked,
)
from controller.table.betting.straddles import may_straddle, no_straddle, straddle, unasked

__all__ = [
    "POSTED",
    "act",
    "acted_early",
    "advance",
    "answer_due",
    "antes_in_pot",
    "ask_to_fold",
    "asked_of",
    "bets_lie_there",
    "beyond_line",
    "call_clock",
    "came_with_chips",
    "change_due",
    "change_of_posts",
    "check_blinds",
    "checked_facing_bet",
    "end_round",
    "entering",
    "floor_clock",
    "fold_in_turn",
    "forget_early",
    "gather",
    "go_on",
    "has_let_go",
    "honour",
    "is_change_of_posts",
    "judge_mucked",
    "kill",
    "kill_now",
    "may_straddle",
    "mucked",
    "mucked_until",
    "mucks_unread",
    "next_change",
    "no_straddle",
    "open_street",
    "out_of_action",
    "owed",
    "pays_for_all",
    "play_time_bank",
    "post_all",
    "post_from_chips",
    "posting_order",
    "put_in",
    "put_in_hidden",
    "put_in_short",
    "raising",
    "read_action",
    "read_bet",
    "reading",
    "round_over",
    "runs_out",
    "said_shown",
    "stop_clock",
    "straddle",
    "time_decision",
    "time_passed",
    "unasked",
    "wait_for_word",
    "when_posted",
]
