"""Between hands: seats, absences, missed blinds, levels, holds, penalties and rake.

Start with `hand_end.py`, which runs at the end of a hand. Other packages use this one to determine
whether a hand may start and what a seat owes.
"""

from controller.table.between_hands.blind_levels import (
    level_changed,
    level_over,
    resume,
    run_level_clock,
    set_level,
    set_structure,
)
from controller.table.between_hands.buy_in_limits import not_topped_up
from controller.table.between_hands.hand_end import at_rest, hand_played, reopened, take_chips
from controller.table.between_hands.holds import (
    deal_one,
    hold,
    in_force,
    on_street,
    pause,
    release,
    tell_street,
)
from controller.table.between_hands.missed_blinds import (
    away_too_long,
    enter,
    mark_absent,
    mark_back,
    may_choose,
    not_passed,
    pass_over,
    post_or_wait,
)
from controller.table.between_hands.notices import acknowledge, give_notice, take_off
from controller.table.between_hands.penalties import (
    begin,
    give_penalty,
    hand_over,
    left_to_serve,
    minutes_over,
    served_at,
    with_those_since,
)
from controller.table.between_hands.rake_and_time_charges import (
    given_back,
    taken,
    time_of_pots,
    time_of_stacks,
)
from controller.table.between_hands.seating import newcomer_buys, sit_down, stand_up, stay
from controller.table.between_hands.special_pots import (
    ask_again,
    begin_special_pot,
    next_bomb,
    next_kill,
    note_win,
    order_bomb_pot,
    order_kill_pot,
    special_posts,
)
from controller.table.between_hands.stream_consent import (
    agree_to_stream,
    hand_for_stream,
    journal_was_cut,
    refuse_stream,
    stream_due,
    stream_view,
    stream_waits,
    switch_stream,
)
