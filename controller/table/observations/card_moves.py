"""Cards that come to rest or leave a zone: decides which moves are play, and which are errors."""

from controller.contract.observations import CardAt, CardLeft, Declared
from controller.contract.rules import Action, Kind
from controller.contract.scans import zone_seat
from controller.table.betting import (
    came_with_chips,
    has_let_go,
    let_go,
    mucked,
)
from controller.table.board import (
    board_card,
    board_tags,
    burn_due,
    burn_laid_astray,
    burned,
    count_as_burn,
    is_more_of_it,
    looked_on,
    more_of_it,
    next_street,
    read_of_keyed,
)
from controller.table.dealing import (
    comes_to_light,
    deal_ends_short,
    deal_in_the_dark,
    dealing_errors,
    due_seat,
    found_again,
    in_play,
    is_copied,
    is_laid_aside,
    may_be_unread,
    note_moved,
    pass_by,
    replace_hole_card,
    slid_on,
    start_if_possible,
    take_card,
    unknown_card,
)
from controller.table.observations.card_places import (
    OPEN_PLACES,
    PILES,
    asked_for,
    lie,
    of_the_board,
    of_the_first,
    opened,
    place,
    stays_burned,
    taken_off,
    where_from,
)
from controller.table.resolving_rulings import folds_beside, follow, is_beside, settles
from controller.table.rulings import (
    asks_for_burn,
    found,
    held_at_once,
    in_hand,
    is_aside,
    send_away,
    stops_play,
    stray,
)
from controller.table.state import (
    AT_REST,
    BEFORE_BETTING,
    GIVEN_UP,
    IN_A_HAND,
    LET_GO,
    LOST_CARD,
    STREETS,
    Betting,
    BoardDue,
    Dealing,
    Hand,
    Play,
    clockwise,
)

_OF_THE_MUCK = frozenset({Kind.HAND_MUCK, Kind.HAND_TAKEN})
_OF_A_HAND_GONE = _OF_THE_MUCK | {Kind.HAND_LINE}
_OFF_THE_BOARD = LET_GO | GIVEN_UP
"""The zones where a board card does not belong."""
_OF_THE_DEAL = PILES | GIVEN_UP
"""The zones that should receive no stub card before the deal is over."""


def card_at(play: Play, seen: CardAt) -> None:
    """Handle a card that has come to rest in a zone."""
    note_moved(play, seen.zone)
    if play.table.fittings.decks > 1:
        seen = in_play(play, seen)
    hand = play.hand
    if seen.deck != 1 or (hand.game.lowest != "2" and is_laid_aside(hand, seen.card)):
        unknown_card(play, seen)
        return
    if read_of_keyed(play, seen) or (play.table.rulings and _takes_ruling_back(play, seen)):
        return
    card, zone = seen.card, seen.zone
    table, hand = play.table, play.hand
    fresh = card not in hand.seen
    if type(hand.stage) in AT_REST:
        _between_hands(play, seen, fresh=fresh)
        return
    if fresh and not table.rulings and _of_the_deal(play, seen):
        return
    # Once the bets are gathered, a burn that is due comes next.
    hand = play.hand
    burn_next = hand.street_due and hand.gathered and burn_due(hand, play.house)
    comes_to_light(play, seen, burn_due=burn_next)
    table, hand = play.table, play.hand
    fresh = card not in hand.seen
    came_from = where_from(table, hand, card)
    place(play, seen, came_from, fresh=fresh)
    if table.rulings and stops_play(table):
        _while_stopped(play, seen, came_from, fresh=fresh)
    elif zone in GIVEN_UP and table.paused and held_at_once(table) and _is_live(hand, card):
        _given_up_while_stopped(play, card)
    else:
        _in_play(play, seen, came_from, fresh=fresh)
    follow(play, card, zone)


def _takes_ruling_back(play: Play, seen: CardAt) -> bool:
    """Withdraw the ruling on a card that has been moved from a wrong place to the right one.

    Returns True only if the card has slid to the seat to which it was dealt, and the ruling on it
    was withdrawn. In other cases, returns False even if a ruling was withdrawn.
    """
    burn_laid_astray(play, seen)
    if play.table.rulings and type(play.hand.stage) is Dealing and seen.card not in play.hand.seen:
        # A card dealt to a wrong zone is being moved on.
        play.lay(seen.card, "")
        follow(play, seen.card)
    return bool(play.table.rulings) and seen.zone in IN_A_HAND and slid_on(play, seen)


def _of_the_deal(play: Play, seen: CardAt) -> bool:
    """Handle a stub card dealt to a seat or, in the initial deal, dealt elsewhere by mistake.

    Returns whether the card was one of these, and has been handled.
    """
    if seen.zone in IN_A_HAND:
        _dealt(play, seen)
        return True
    return seen.zone in _OF_THE_DEAL and _flies_astray(play, seen)


def _flies_astray(play: Play, seen: CardAt) -> bool:
    """Rule on a card that reached the board, the burns or the muck in the first round of the deal.

    Returns whether the card was ruled on. It counts as dealt only once it has been moved to a seat.
    """
    if play.table.rulings or _deal_lacks_cards(play) or type(play.hand.stage) is not Dealing:
        return False
    play.lay(seen.card, seen.zone, seen.since)
    _misplaced(play, seen.card, "to-board")
    return True


def card_left(play: Play, seen: CardLeft) -> None:
    """Record that a card has left its zone and is now in no zone."""
    note_moved(play, seen.zone)
    if play.table.fittings.decks > 1:
        seen = in_play(play, seen)
    if seen.deck != 1:
        return
    card = seen.card
    if play.hand.running:
        if not stays_burned(play, card, ""):
            lie(play, card, "", fresh=False)
        known = play.hand.cards
        if seen.zone in IN_A_HAND and card not in known.touched:
            play.cards(touched=(*known.touched, card))
    play.lay(card, "")
    follow(play, card)


def _while_stopped(play: Play, seen: CardAt, came_from: str, *, fresh: bool) -> None:
    """Handle a card from zone `came_from` or, if `fresh`, from the stub, while play is stopped."""
    rulings, seat = play.table.rulings, zone_seat(seen.zone)
    # If the card is part of several board errors, it is added to the latest.
    growing = next((r for r in rulings[::-1] if is_more_of_it(r, seen, fresh=fresh)), None)
    if growing is not None:
        if seen.zone == "muck":
            count_as_burn(play, seen.card)
        more_of_it(play, growing)
        return
    ruling = in_hand(play.table)
    if ruling is not None and fresh and dealing_errors.is_one_more(ruling, seat):
        dealing_errors.one_more(play, ruling, seat)
        return
    if ruling is not None and fresh and dealing_errors.voids_as_well(play, ruling, seat):
        dealing_errors.extra_card(play, seat, seen.card)
        return
    off = seen.zone in _OFF_THE_BOARD and of_the_board(play.hand, seen.card, came_from)
    off = off and not asked_for(play, seen.card)
    if ruling is not None and is_beside(play, ruling, seen, fresh=fresh, off_board=off):
        # The ruling does not concern this card, so it is handled as usual.
        _in_play(play, seen, came_from, fresh=fresh)
        return
    dealing = type(play.hand.stage) is Dealing and not play.hand.holder(seen.card)
    if fresh and seen.zone == "muck" and ruling is not None and asks_for_burn(ruling):
        count_as_burn(play, seen.card)
    slid = came_from in IN_A_HAND and not play.hand.holder(seen.card)
    slid = slid and not _is_dead(play, seen.card, came_from)
    if seen.zone in IN_A_HAND and (fresh or dealing or slid):
        # In the deal it may be the card that went to the board or came back to the stub.
        replace_hole_card(play, seen)
    if seen.zone in GIVEN_UP:
        _given_up_while_stopped(play, seen.card)
    elif seen.zone in LET_GO:
        _let_go_while_stopped(play, seen)
    stray(play, seen.card, seen.zone, fresh=fresh)


def _between_hands(play: Play, seen: CardAt, *, fresh: bool) -> None:
    """Handle a card that comes to rest between hands; `fresh` means that it comes from the stub."""
    play.lay(seen.card, seen.zone, seen.since if seen.zone in PILES else None)
    follow(play, seen.card, seen.zone)
    if fresh and play.hand.number and seen.zone == "board":
        looked_on(play)
    if seen.zone not in IN_A_HAND:
        return
    clean = all(not zone or card == seen.card for card, zone in play.table.places.items())
    if clean:
        # The first card dealt at a cleared table starts the hand.
        start_if_possible(play)
        if play.hand.running:
            _dealt(play, seen)


def _in_play(play: Play, seen: CardAt, came_from: str, *, fresh: bool) -> None:
    """Handle a card from zone `came_from` or, if `fresh`, from the stub, while play continues."""
    zone, card = seen.zone, seen.card
    if zone in GIVEN_UP and (owner := play.hand.holder(card)):
        mucked(play, owner)
    elif zone in IN_A_HAND:
        if fresh:
            _dealt(play, seen)
        else:
            _in_a_hand(play, seen, came_from)
    elif fresh and zone in _OF_THE_DEAL and _deal_lacks_cards(play):
        dealing_errors.too_few(play, card)
    elif zone in _OFF_THE_BOARD and of_the_board(play.hand, card, came_from):
        if not taken_off(play.hand, card, zone):
            _misplaced(play, card, "from-board")
    elif zone in LET_GO:
        _let_go(play, seen, came_from)
    elif _is_burned(play, seen, came_from, fresh=fresh):
        burned(play, card)
    elif zone == "board":
        _on_the_board(play, card, came_from, fresh=fresh)


def _let_go(play: Play, seen: CardAt, came_from: str) -> None:
    """Handle a card beyond a line or on the pot, if its player has pushed it there.

    During the initial deal, it must come from a hand: it may have been dealt short of its seat.
    """
    hand = play.hand
    picked_up = came_from in IN_A_HAND or seen.card in hand.cards.touched
    if picked_up or not hand.before_betting:
        let_go(play, hand.holder(seen.card), seen.since)


def _is_burned(play: Play, seen: CardAt, came_from: str, *, fresh: bool) -> bool:
    """Return whether a card from zone `came_from` or, if `fresh`, from the stub is burned.

    The card may also be a burn that was put back into the stub and came out again as the burn due.
    """
    card, hand = seen.card, play.hand
    if fresh:
        return seen.zone == "burn" or (seen.zone == "muck" and _burns_in_the_muck(play))
    if came_from or seen.zone != "burn" or hand.holder(card):
        return False
    due = hand.street_due and burn_due(hand, play.house)
    return due and card in hand.cards.burns and card not in play.before.hand.cards.burns


def _burns_in_the_muck(play: Play) -> bool:
    """Return whether a stub card that reaches the muck counts as a burn, even if none is due."""
    hand = play.hand
    if burn_due(hand, play.house):
        return True
    dealt_on = hand.street_due or (
        type(hand.stage) is Betting and hand.street < hand.game.last_street
    )
    return dealt_on and not hand.alone()


def _on_the_board(play: Play, card: str, came_from: str, *, fresh: bool) -> None:
    if fresh:
        board_card(play)
    elif card in opened(play.hand) or of_the_first(play.hand, card):
        return
    elif came_from in OPEN_PLACES and not play.hand.holder(card):
        if came_from != "board":
            # The card has been seen before and has come out of the stub again.
            board_card(play)
    else:
        _misplaced(play, card, "to-board")


def _in_a_hand(play: Play, seen: CardAt, came_from: str) -> None:
    """Rule on a card that was seen elsewhere before and is now in a seat's hand zone."""
    hand, card = play.hand, seen.card
    seat, owner = IN_A_HAND[seen.zone], hand.holder(card)
    if owner == seat or is_copied(play, card):
        return
    if owner and hand.can_win(owner):
        places = play.table.places.items()
        among_others = any(at == seen.zone and hand.holder(c) != owner for c, at in places)
        if hand.can_win(seat) or among_others:
            dealing_errors.mixed(play, seat, card, owner)
    elif card in opened(hand) or (came_from == "board" and not owner):
        _misplaced(play, card, "from-board")
    elif owner or (hand.holes[seat] and _is_dead(play, card, came_from)):
        dealing_errors.mixed_with_dead(play, seat, card)
    elif came_from in IN_A_HAND:
        # A stub card that was one too many elsewhere.
        dealing_errors.extra_card(play, seat, card)


def _is_dead(play: Play, card: str, came_from: str) -> bool:
    """Return whether a card that was dealt to no player, and came from `came_from`, is dead."""
    known = play.hand.cards
    return (
        card in known.exposed
        or card in known.burns
        or came_from in GIVEN_UP
        or is_aside(play.table, card)
    )


def _misplaced(play: Play, card: str, way: str) -> None:
    """Rule on a card wrongly on the board (`way` is `to-board`) or off it (`from-board`)."""
    hand, rulings = play.hand, play.table.rulings
    earlier = next((r for r in rulings if r.kind is Kind.BOARD_MISPLACED), None)
    if earlier is not None:
        # Another misplaced card is being ruled on; taking this one away becomes part of the ruling.
        send_away(play, earlier, card, play.table.places[card])
        return
    street = next_street(hand) if hand.street_due else STREETS[max(hand.street, 1)]
    tags = board_tags(play, Kind.BOARD_MISPLACED, street) | {way}
    found(play, Kind.BOARD_MISPLACED, street=street, tags=tags, cards=(card,))


def _dealt(play: Play, seen: CardAt) -> None:
    """Handle a stub card that has reached a seat's hand zone."""
    hand = play.hand
    if type(hand.stage) in BEFORE_BETTING and (due := due_seat(hand)):
        take_card(play, seen, due)
    elif LOST_CARD in hand.holes[seat := IN_A_HAND[seen.zone]]:
        found_again(play, seen.card, seat)
        return
    elif type(hand.stage) is BoardDue and not play.table.rulings:
        pass_by(play, seen)
    else:
        place(play, seen, "", fresh=True)
        dealing_errors.extra_card(play, seat, seen.card)
        if 0 < len(play.hand.holes[seat]) < hand.game.hole_cards and play.table.rulings:
            replace_hole_card(play, seen)
    follow(play, seen.card, seen.zone)


def _deal_lacks_cards(play: Play) -> bool:
    """Record unread cards as dealt; return whether any are missing after the deal's first round."""
    deal_ends_short(play)
    if may_be_unread(play) and dealing_errors.begun_too_soon(play):
        deal_in_the_dark(play)
    return dealing_errors.begun_too_soon(play)


def play_begins(play: Play, said: Declared) -> None:
    """Rule on the initial deal if it is incomplete when somebody acts.

    A player who folds before all cards are dealt gives up only their own hand (ppc 13), unless
    they have all their cards and are the first to act.
    """
    deal_ends_short(play)
    if may_be_unread(play):
        deal_in_the_dark(play)
    if dealing_errors.begun_too_soon(play) and not _folds_in_the_deal(play, said):
        dealing_errors.too_few(play)
        follow(play)


def _folds_in_the_deal(play: Play, said: Declared) -> bool:
    hand = play.hand
    if said.what != "fold":
        return False
    order = clockwise(len(play.table.seats) - 1, hand.big_blind)
    first = next((seat for seat in order if hand.can_win(seat)), 0)
    return said.seat != first or len(hand.holes[first]) < hand.game.hole_cards


def _is_live(hand: Hand, card: str) -> bool:
    """Return whether a card belongs to a hand that can win."""
    return hand.can_win(hand.holder(card))


def _given_up_while_stopped(play: Play, card: str) -> None:
    """Record a live hand mucked while the table is stopped, or fold it if it may fold now."""
    hand = play.hand
    seat = hand.holder(card)
    if not _is_live(hand, card):
        return
    if settles(play, seat, Action.FOLD) or folds_beside(play, seat, Action.FOLD):
        mucked(play, seat)
        return
    if any(r.seat == seat and r.kind in _OF_THE_MUCK for r in play.table.rulings):
        # The ruling is about the first card of this hand.
        return
    _note_gone(play, seat)


def _let_go_while_stopped(play: Play, seen: CardAt) -> None:
    """Record that a live hand was pushed forward while a ruling stops the table, for later.

    A hand that an open ruling is about is left to that ruling.
    """
    seat = play.hand.holder(seen.card)
    if not _is_live(play.hand, seen.card):
        return
    if any(r.seat == seat and r.kind in _OF_A_HAND_GONE for r in play.table.rulings):
        return
    if has_let_go(play, seat) and not came_with_chips(play, seat, seen.since):
        _note_gone(play, seat)


def _note_gone(play: Play, seat: int) -> None:
    gone = play.hand.cards.gone
    if seat not in gone:
        play.cards(gone=(*gone, seat))
