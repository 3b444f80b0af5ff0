"""Cards that no antenna reads: hands are dealt unseen; the board and shown hands are entered.

This applies to all cards at a table without card antennas, and to the cards in a zone whose antenna
is lost.
"""

from msgspec.structs import replace

from controller.contract.cards_become_public import Door
from controller.contract.commands import KeyBoard, KeyHand
from controller.contract.observations import CardAt
from controller.contract.private import HoleCardSeen
from controller.table.board import key_again, lay_keyed, tell_board
from controller.table.dealing import deal_in_the_dark
from controller.table.observations.card_moves import card_at
from controller.table.rulings import stops_play
from controller.table.showdown import muck_hand, table_hand
from controller.table.state import HAND_ZONES, LOST_CARD, Hand, Play, Showdown, deck_of, put


def deal_unseen(play: Play) -> None:
    """Count a new hand's cards as dealt, if no antenna can read them."""
    if play.table.fittings.cards_keyed and play.hand.running:
        deal_in_the_dark(play)


def key_cards(play: Play, command: KeyBoard | KeyHand) -> str:
    """Handle manually entered cards: those on the board, or a hand shown face up.

    Returns the id of the reason why this can't be done, or an empty string if it is done.
    """
    if _are_read(play, command):
        return "cards-are-read"
    if not play.hand.running:
        return "no-hand"
    if stops_play(play.table):
        return "ruling-open"
    if isinstance(command, KeyBoard):
        return _key_board(play, command.cards)
    if not 1 <= command.seat < len(play.table.seats):
        return "no-such-seat"
    return _key_hand(play, command.seat, command.cards)


def _are_read(play: Play, command: KeyBoard | KeyHand) -> bool:
    """Return whether antennas read the cards in question, so that they can't be entered."""
    table, hand = play.table, play.hand
    blind = table.devices.blind_zones
    if table.fittings.cards_keyed:
        return False
    if isinstance(command, KeyBoard):
        return "board" not in blind
    if not 1 <= command.seat < len(table.seats):
        return True
    return HAND_ZONES[command.seat] not in blind or {*hand.holes[command.seat]} != {LOST_CARD}


def _key_board(play: Play, cards: tuple[str, ...]) -> str:
    """Record the cards of the street that is due, or a correction of the last street.

    Cards that an antenna has already read may be left out. Returns the id of the reason for a
    refusal, or "".
    """
    hand = play.hand
    sizes, street = hand.game.board, hand.street
    due = hand.street_due
    if due and not play.table.fittings.cards_keyed:
        cards = tuple([card for card in cards if card not in hand.board])
    before = hand.board if due else hand.board[: sizes[max(street - 1, 0)]]
    if not due and (not street or hand.round.acts):
        return "not-now"
    if len(before) + len(cards) != sizes[street + due] or _clash(play, cards, before, 0):
        return "bad-cards"
    if not play.table.fittings.cards_keyed:
        if due:
            lay_keyed(play, cards)
        elif not key_again(play, before, cards):
            return "cards-are-read"
    elif due:
        for card in cards:
            card_at(play, CardAt(play.at, card, "board", play.at))
    else:
        _mend_street(play, before, cards)
    return ""


def _mend_street(play: Play, before: tuple[str, ...], cards: tuple[str, ...]) -> None:
    """Replace the cards that were entered by hand for the last street."""
    hand, board = play.hand, (*before, *cards)
    for wrong, right in zip(hand.board[len(before) :], cards, strict=True):
        hand = _seen_as(hand, wrong, right)
        play.lay(wrong, "")
    for card in cards:
        play.lay(card, "board", play.at)
    play.hand = replace(hand, board=board)
    tell_board(play)


def _key_hand(play: Play, seat: int, cards: tuple[str, ...]) -> str:
    """Record the hole cards that a seat tables; with no cards, muck the seat's hand.

    Returns the id of the reason for a refusal, or "".
    """
    hand = play.hand
    if not hand.can_win(seat):
        return "no-live-hand"
    if type(hand.stage) is not Showdown and not hand.face_up:
        return "not-now"
    if not cards and not hand.face_up:
        muck_hand(play, seat)
        return ""
    if len(cards) != hand.game.hole_cards or _clash(play, cards, hand.board, seat):
        return "bad-cards"
    for known, card in zip(hand.holes[seat], cards, strict=True):
        hand = _seen_as(hand, known, card)
        if known != LOST_CARD:
            play.lay(known, "")
        if not play.table.places.get(card):
            play.lay(card, HAND_ZONES[seat])
    play.private += tuple([HoleCardSeen(seat, card) for card in cards])
    play.hand = replace(hand, holes=put(hand.holes, seat, cards))
    table_hand(play, seat, Door.KEYED)
    return ""


def _clash(play: Play, cards: tuple[str, ...], board: tuple[str, ...], seat: int) -> bool:
    """Return whether the entered cards of `seat` can't be right.

    That is so if one of them does not exist, is named twice, is one of the `board` cards, or is in
    another hand. At a table whose antennas read cards, only hands shown to all are compared: a
    refusal must not reveal where another card is.
    """
    hand, unread = play.hand, play.table.fittings.cards_keyed
    elsewhere = hand.holes if unread else hand.shown
    others = [card for place, hole in enumerate(elsewhere) if place != seat for card in hole]
    taken = {*board, *others}
    whole = deck_of(hand.game.lowest)
    return len({*cards}) < len(cards) or any(c in taken or c not in whole for c in cards)


def _seen_as(hand: Hand, was: str, card: str) -> Hand:
    """Return the hand with `card` in place of `was` in its list of the cards seen.

    `was` may stand for a card that no antenna read. Nothing changes if `was` is not in the list.
    """
    if was not in hand.seen:
        return hand
    return replace(hand, seen=put(hand.seen, hand.seen.index(was), card))
