"""Betting: blinds, straddles, bets, raises and folds, announced, silent, out of turn or unclear.

Start with `actions.py` (the actions of the seat in turn) and `chips_in_front.py` (the actions read
from chips). `dead_hands.py` handles hands that die, `unclear_bets.py` string bets.
"""

from controller.table.betting.actions import (
    act,
    advance,
    bets_lie_there,
    gather,
    go_on,
    kill,
    open_street,
    out_of_action,
    round_over,
)
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
    has_let_go,
    said_shown,
    wait_for_word,
)
from controller.table.betting.change import change_due, change_of_posts, next_change
from controller.table.betting.chips_in_front import (
    paid_into_pot,
    put_in_hidden,
    read_bet,
    take_splash,
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
from controller.table.betting.dead_hands import beyond_line, fold_in_turn, kill_now, mucked
from controller.table.betting.lifted_bets import judge_lifted, lifted_until
from controller.table.betting.out_of_turn import acted_early, honour
from controller.table.betting.straddles import may_straddle, straddle, unasked
from controller.table.betting.unannounced_chips import Motion
from controller.table.betting.unclear_bets import (
    checked_facing_bet,
    lies,
    put_in,
    put_in_short,
    raising,
    reading,
)
from controller.table.betting.unpaid_bets import counts_as_put_in

__all__ = [
    "POSTED",
    "Motion",
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
    "change_due",
    "change_of_posts",
    "check_blinds",
    "checked_facing_bet",
    "counts_as_put_in",
    "entering",
    "floor_clock",
    "fold_in_turn",
    "gather",
    "go_on",
    "has_let_go",
    "honour",
    "judge_lifted",
    "kill",
    "kill_now",
    "lies",
    "lifted_until",
    "may_straddle",
    "mucked",
    "next_change",
    "open_street",
    "out_of_action",
    "owed",
    "paid_into_pot",
    "pays_for_all",
    "play_time_bank",
    "post_all",
    "post_from_chips",
    "posting_order",
    "put_in",
    "put_in_hidden",
    "put_in_short",
    "raising",
    "read_bet",
    "reading",
    "round_over",
    "runs_out",
    "said_shown",
    "stop_clock",
    "straddle",
    "take_splash",
    "time_decision",
    "time_passed",
    "unasked",
    "wait_for_word",
    "when_posted",
]
