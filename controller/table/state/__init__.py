"""Game state: the table, the hand and its stage, pots, positions, bet limits and hand ranks.

Everything is a frozen struct or a pure function of structs. Start with `table.py` and `hand.py`;
`play.py` is the working state while one observation is processed. This package imports no other
package of the engine.
"""

from controller.table.state.bet_limits import (
    Legal,
    another_can_act,
    call_to,
    call_told,
    can_act,
    least_opening,
    least_raise,
    legal,
    most_bet,
    only_raise,
    to_call,
)
from controller.table.state.button_and_blinds import (
    Positions,
    between,
    clockwise,
    dealer_of,
    dealing_order,
    next_dealer,
    next_positions,
    on_button,
    usual_dealer,
)
from controller.table.state.card_order import in_order, order_known, street_cards
from controller.table.state.chips_owed import (
    as_it_lies,
    first_owing,
    front_and_pot,
    lie_in_the_pot,
    lies,
    lifted_since,
    lying,
    not_gathered,
    unpaid,
    whose,
)
from controller.table.state.games import (
    BOARD_CARDS,
    GAMES,
    OF_VARIANT,
    PLACE,
    STREETS,
    Game,
    on_two_boards,
    one_board,
    side_by_side,
)
from controller.table.state.hand import (
    AFTER_BETTING,
    ALL_IN,
    AT_REST,
    BEFORE_BETTING,
    CAN_WIN,
    FOLDED,
    LIVE,
    LOST_CARD,
    NOBODY_ACTS,
    OUT,
    Betting,
    BoardDue,
    Cards,
    Dealing,
    Early,
    Extras,
    Hand,
    Held,
    Idle,
    Level,
    Missed,
    Over,
    Paying,
    Posting,
    Prior,
    Round,
    SeatStatus,
    Share,
    Showdown,
    Streak,
    Tentative,
    no_hand,
)
from controller.table.state.play import Play, Transition, play_on, seats_before
from controller.table.state.ranking import DECK, deck_of, low_of, on_first, rank_in, worth
from controller.table.state.side_pots import (
    Pot,
    beyond_ledger,
    lacking,
    pots,
)
from controller.table.state.split_pots import halves, odd_article, share
from controller.table.state.streaming import Stream
from controller.table.state.table import (
    BET_ZONES,
    GIVEN_UP,
    HAND_ZONES,
    IN_A_HAND,
    IN_FRONT,
    LET_GO,
    SCAN_MS,
    STACK_ZONES,
    Clock,
    Leaving,
    LevelClock,
    Noted,
    Past,
    Period,
    Played,
    Redeal,
    Ruling,
    Seat,
    Serving,
    ShoeState,
    Shots,
    StackCount,
    Step,
    Table,
    forget_hand,
    in_front,
    new_table,
    put,
    without,
)
from controller.table.state.waits import NOTHING_DUE, Asked, Count, Due
