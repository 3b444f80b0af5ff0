"""The deck: cards that can't be in it, and cards that are not in it though they should be."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.public import DeckFouled
from controller.houses.model import House
from controller.table.deal_errors import window
from controller.table.irregular import found
from controller.table.state import Out, Table

DECK_SIZE = 52


def deck_error(table: Table, seen: CardAt) -> str:
    """Give the kind of the irregularity that a card is by itself, "" for one of the deck.

    A tag that was never enrolled, or a card of another deck, is a stranger; one whose face has
    been seen in this hand already makes a double.
    """
    if seen.deck == 1:
        return ""
    hand = table.hand
    if hand is not None and seen.deck != 0 and seen.card in hand.seen:
        return "deck.double"
    return "deck.stranger"


def stranger(table: Table, seen: CardAt, house: House, out: Out, seat: int) -> Table:
    """Rule on a card that can't be in the deck, once for each."""
    hand = table.hand
    assert hand is not None
    name = f"{seen.card}/{seen.deck}"
    if name in hand.strangers:
        return table
    table = replace(table, hand=replace(hand, strangers=(*hand.strangers, name)))
    out.say(DeckFouled(extra=1))
    kind = deck_error(table, seen)
    return found(table, house, out, kind, seat=seat, tags={window(hand, house)})[0]


def shoe_empty(table: Table, house: House, out: Out) -> Table:
    """Count the cards of a running hand: the shoe is empty, so all of them have been seen."""
    hand = table.hand
    if hand is None or hand.phase == "over":
        return table
    seen = len({*hand.seen, *hand.left_shoe}) + len(hand.strangers)
    if seen == DECK_SIZE:
        return table
    kind = "deck.missing" if seen < DECK_SIZE else "deck.count"
    out.say(DeckFouled(missing=max(DECK_SIZE - seen, 0), extra=max(seen - DECK_SIZE, 0)))
    return found(table, house, out, kind, tags={window(hand, house)})[0]
