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
    gather_unseen,
    go_on,
    has_let_go,
    kill,
    open_street,
    out_of_action,
    round_over,
)
from controller.table.betting.bets_from_chips import (
    put_in_hidden,
    read_action,
    read_bet,
    said_too_late,
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
    came_with_chips,
    judge_pushed,
    let_go,
    said_shown,
    wait_for_word,
)
from controller.table.betting.change_for_posts import change_of_posts, is_change_of_posts
from controller.table.betting.clock_and_time_bank import (
    call_clock,
    cards_left,
    floor_clock,
    play_time_bank,
    runs_out,
    stop_clock,
    time_decision,
    time_decisions,
    time_passed,
)
from controller.table.betting.dead_hands import (
    kill_now,
    mucked,
    mucked_until,
    mucks_by_word,
)
from controller.table.betting.illegal_amounts import (
    bound_for,
    checked_facing_bet,
    put_in,
    put_in_short,
    raising,
    reading,
    refuse_raise,
)
from controller.table.betting.out_of_turn import (
    acted_early,
    forget_early,
    honour,
    judge_mucked,
    let_stand,
    note_begun,
    said_at_once,
)
from controller.table.betting.straddles import may_straddle, no_straddle, straddle, unasked
from controller.table.betting.waived_debts import waive_debt
