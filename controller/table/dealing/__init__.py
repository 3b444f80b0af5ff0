"""The start of a hand and its deal: order, misdeals, exposed cards, the deck and the button.

Start with `hand_start.py`, then `deal.py`; errors are handled in `dealing_errors.py`.
"""

from controller.table.dealing.absent_players import end_deal
from controller.table.dealing.deal import (
    asks_at,
    deal_as_it_lies,
    deal_ends_short,
    deal_in_the_dark,
    end_if_short,
    found_again,
    held_until,
    judge_held,
    may_be_unread,
    replace_hole_card,
    short_until,
    take_card,
)
from controller.table.dealing.dealing_errors import late
from controller.table.dealing.dealing_order import due_seat, still_due
from controller.table.dealing.deck import (
    card_twice,
    deck_read,
    is_copied,
    is_laid_aside,
    shoe_said,
    unknown_card,
)
from controller.table.dealing.declared_faults import away, declared_seen, off_table, phone, shown
from controller.table.dealing.hand_start import (
    due_with_stack,
    game_of,
    next_hand,
    start_hand,
    start_if_possible,
    stopped,
)
from controller.table.dealing.open_table import close_table, color_up, open_table
from controller.table.dealing.sliding_cards import (
    in_doubt,
    judge_passing,
    pass_by,
    passing_until,
    slid_on,
    tell_kept,
)
from controller.table.dealing.tagged_button import button_at, put_button
from controller.table.dealing.two_decks import in_play
from controller.table.dealing.unread_cards import (
    comes_to_light,
    judge_lacking,
    lacking_until,
    note_moved,
)
