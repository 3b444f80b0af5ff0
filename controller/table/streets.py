"""Cards that come to the burn, the board, the muck and beyond the line."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import CardBurnedFace
from controller.contract.public import BoardDealt, CardBurned
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table.actions import act, gather, note_mucked, open_street
from controller.table.hands import can_start, deal_card, start_hand
from controller.table.showdown import muck_hand, table_hand
from controller.table.state import (
    ALL_IN,
    BOARD_CARDS,
    FOLDED,
    LIVE,
    STREETS,
    Hand,
    Out,
    Table,
)


def card_at(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Take a card that has come to rest in a zone."""
    table = replace(table, places={**table.places, seen.card: seen.zone})
    hand = table.hand
    zone, seat = seen.zone, zone_seat(seen.zone)
    if zone.startswith("hand."):
        if _clean_but(table, seen.card) and (hand is None or hand.phase == "over"):
            if can_start(table, house):
                return table
            table = start_hand(table, house, out)
            hand = table.hand
        if hand and hand.phase in {"posting", "dealing"} and seen.card not in hand.seen:
            return deal_card(table, house, out, seen.card, seat)
        return table
    if hand is None or hand.phase == "over":
        return table
    if zone == "burn":
        return _burned(table, hand, out, seen.card)
    if zone == "board":
        return _board_card(table, hand, house, out, seen.card)
    if zone == "muck":
        return _mucked(table, hand, house, out, seen.card)
    if zone.startswith("bet."):
        return _beyond_line(table, hand, house, out, seat)
    return table


def _clean_but(table: Table, card: str) -> bool:
    return all(not zone or c == card for c, zone in table.places.items())


def holder(hand: Hand, card: str) -> int:
    """Give the seat that a hole card was dealt to, 0 for any other card."""
    return next((s for s in hand.entitled if card in hand.holes[s]), 0)


def _street_due(hand: Hand) -> bool:
    return hand.phase in {"board", "showdown"} and hand.street < 3


def _burned(table: Table, hand: Hand, out: Out, card: str) -> Table:
    if card in hand.seen or not _street_due(hand):
        return table
    table = gather(table, out)
    hand = table.hand or hand
    next_street = min(hand.street + 1, 3)
    out.say(CardBurned(STREETS[next_street]))
    out.whisper(CardBurnedFace(card))
    return replace(
        table,
        hand=replace(
            hand, burns=(*hand.burns, card), burned_for=next_street, seen=(*hand.seen, card)
        ),
    )


def _board_card(table: Table, hand: Hand, house: House, out: Out, card: str) -> Table:
    if card in hand.board or not _street_due(hand):
        return table
    table = gather(table, out)
    hand = table.hand or hand
    board = (*hand.board, card)
    seen = hand.seen if card in hand.seen else (*hand.seen, card)
    hand = replace(hand, board=board, seen=seen)
    street = hand.street + 1
    if len(board) < BOARD_CARDS[street]:
        return replace(table, hand=hand)
    out.say(BoardDealt(STREETS[street], board[BOARD_CARDS[street - 1] :], board))
    return open_street(replace(table, hand=replace(hand, street=street)), house, out)


def _mucked(table: Table, hand: Hand, house: House, out: Out, card: str) -> Table:
    seat = holder(hand, card)
    if not seat:
        return table
    if hand.status[seat] in (LIVE, ALL_IN):
        if hand.turn == seat:
            table = act(table, house, out, seat, "fold")
        elif hand.phase == "showdown" and not hand.shown[seat] and len(hand.live()) > 1:
            table = muck_hand(table, house, out, seat)
    if table.hand and table.hand.status[seat] == FOLDED:
        table = note_mucked(table, out, seat)
    return table


def _beyond_line(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    if hand.status[seat] not in (LIVE, ALL_IN) or not hand.holes[seat]:
        return table
    if not all(table.places.get(card) == f"bet.{seat}" for card in hand.holes[seat]):
        return table
    if hand.phase == "showdown" or hand.face_up:
        return table_hand(table, house, out, seat)
    if hand.turn == seat and house.cards.beyond_line.value == "folded":
        return act(table, house, out, seat, "fold")
    return table


def card_left(table: Table, card: str) -> Table:
    """Note that a card is in no antenna's field any more."""
    return replace(table, places={**table.places, card: ""})
