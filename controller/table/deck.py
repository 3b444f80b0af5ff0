"""The deck: cards that can't be in it."""

from controller.contract.observations import CardAt
from controller.table.state import Table


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
