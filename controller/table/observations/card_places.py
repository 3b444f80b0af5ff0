"""Where a card lies: records each card that comes to rest, and the order of board and burns."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.table.board import burn_undone
from controller.table.rulings import keeps_out, settled_board
from controller.table.state import LET_GO, Hand, Play, Table, without

OPEN_PLACES: Final = frozenset({"", "board", "shoe"})
"""The zones from which a card may move to the board and count as a board card."""
PILES: Final = frozenset({"board", "burn"})


def where_from(table: Table, hand: Hand, card: str) -> str:
    """Return the zone that a card comes from, or `burn` for a burn beyond a line or on the pot."""
    lay = table.places.get(card, "")
    return "burn" if lay in LET_GO and card in hand.cards.burns else lay


def place(play: Play, seen: CardAt, came_from: str, *, fresh: bool) -> None:
    """Record the new zone of a card from `came_from`; board cards and burns are kept in order."""
    card, zone = seen.card, seen.zone
    if zone in PILES:
        # A card thrown where it does not belong is neither a board card nor a burn.
        counts = fresh or _belongs(play, card, zone, came_from)
        if zone == "board" and not came_from:
            burn_undone(play, card)
        lie(play, card, zone if counts else "", fresh=fresh)
        play.lay(card, zone, seen.since)
        return
    hand = play.hand
    # A card that rests beyond a line, or on the pot, is on its way: it counts where it arrives.
    counts = fresh and zone not in LET_GO
    burned = card in hand.cards.burns and not stays_burned(play, card, zone)
    if counts or zone == "shoe" or burned or card in hand.board:
        lie(play, card, zone, fresh=counts)
    timed = fresh and (zone == "muck" or zone in LET_GO)
    play.lay(card, zone, seen.since if timed else None)


def _belongs(play: Play, card: str, zone: str, came_from: str) -> bool:
    held = bool(play.hand.holder(card))
    if keeps_out(play.table, card, zone) or (zone == "board" and held):
        return False
    return asked_for(play, card) or (came_from in OPEN_PLACES and not held)


def asked_for(play: Play, card: str) -> bool:
    """Return whether a step of an open ruling concerns a card."""
    return any(card in step.cards for ruling in play.table.rulings for step in ruling.steps)


def stays_burned(play: Play, card: str, zone: str) -> bool:
    """Return whether a card that was burned still counts as a burn in `zone`.

    It does not if `zone` is the board or the shoe, or if a step of an open ruling concerns the
    card.
    """
    burned = card in play.hand.cards.burns and zone not in {"board", "shoe"}
    return burned and not asked_for(play, card)


def lie(play: Play, card: str, zone: str, *, fresh: bool) -> None:
    """Record a card as the last one in a zone and, if `fresh`, as having left the stub.

    Cards of an opened street remain board cards wherever they are, unless a ruling takes them away.
    """
    hand = play.hand
    cards = hand.cards
    burns, seen = cards.burns, hand.seen
    board = _board_with(play, card, zone)
    if zone == "burn":
        cards = replace(cards, burns=(*without(burns, card), card))
    elif card in burns:
        cards = replace(cards, burns=without(burns, card))
    if zone == "shoe":
        cards = replace(cards, left_shoe=(*cards.left_shoe, card))
    elif fresh:
        seen = (*seen, card)
    if cards is not hand.cards or board is not hand.board or seen is not hand.seen:
        play.hand = replace(hand, board=board, seen=seen, cards=cards)


def _board_with(play: Play, card: str, zone: str) -> tuple[str, ...]:
    hand = play.hand
    board = hand.board
    if card not in board:
        return board if zone != "board" or of_the_first(hand, card) else (*board, card)
    if card in settled_board(play):
        return board
    others = without(board, card)
    return (*others, card) if zone == "board" else others


def of_the_first(hand: Hand, card: str) -> bool:
    """Return whether a card is on the first of two boards, which is already complete."""
    return hand.extras is not None and card in hand.extras.first_board


def taken_off(hand: Hand, card: str, zone: str) -> bool:
    """Return whether a card is in the muck because the first of two boards was cleared away."""
    return zone == "muck" and of_the_first(hand, card) and card not in hand.board


def of_the_board(hand: Hand, card: str, came_from: str) -> bool:
    """Return whether a card that came from the zone `came_from` belongs to the board.

    A hole card that was put on the board does not belong to it. Neither does a card that was
    entered by hand and is read elsewhere, because it may be a wrong entry.
    """
    if card in hand.cards.keyed:
        return False
    return card in opened(hand) or (came_from == "board" and not hand.holder(card))


def opened(hand: Hand) -> tuple[str, ...]:
    """Return the board cards of the streets dealt so far."""
    return hand.board[: hand.game.board[hand.street]]
