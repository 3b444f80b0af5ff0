"""Decks that are used by turns: which of them is in play, and where the cards of the others lie.

Below this the engine knows one deck: `deck` 1 is the one in play, whatever its number is.
"""

from typing import TypeVar

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft
from controller.table.state import Table

Seen = TypeVar("Seen", CardAt, CardLeft)


def in_play(table: Table, seen: Seen) -> tuple[Table, Seen]:
    """Give a card as one of the deck in play (deck 1) or not, and the table that knows where it is.

    The first card of a hand says which deck is in play: one that leaves the shoe or comes to a
    seat. The cards of the deck before lie where they lie; what they do is no part of this hand.
    """
    if table.decks == 1 or seen.deck == 0:
        return table, seen
    if seen.deck != table.deck and isinstance(seen, CardAt) and _begins(table, seen):
        table = _changed(table, seen.deck)
    if seen.deck != table.deck:
        zone = seen.zone if isinstance(seen, CardAt) else ""
        table = replace(table, others={**table.others, f"{seen.card}/{seen.deck}": zone})
    # The numbers of the two are exchanged, so that each deck still has one of its own.
    deck = {table.deck: 1, 1: table.deck}.get(seen.deck, seen.deck)
    return table, seen if deck == seen.deck else replace(seen, deck=deck)


def _begins(table: Table, seen: CardAt) -> bool:
    """Return whether a card of another deck can be the first of a hand."""
    if seen.deck > table.decks or table.rulings:
        return False
    if seen.zone != "shoe" and not seen.zone.startswith("hand."):
        return False
    hand = table.hand
    if hand is not None and hand.phase != "over":
        return not (hand.seen or hand.left_shoe or hand.held or hand.dealt)
    # The deck before may be on its way to be shuffled, but has left the players and the board.
    lying = {zone.partition(".")[0] for zone in table.places.values()}
    return not lying & {"hand", "bet", "board", "burn"}


def _changed(table: Table, deck: int) -> Table:
    """Put another deck in play: where its cards lie is known already, if they lie anywhere."""
    aside = {card: zone for card, zone in table.others.items() if not card.endswith(f"/{deck}")}
    aside |= {f"{card}/{table.deck}": zone for card, zone in table.places.items() if zone}
    places = {
        card.partition("/")[0]: zone
        for card, zone in table.others.items()
        if card.endswith(f"/{deck}") and zone
    }
    return replace(table, deck=deck, places=places, since={}, others=aside)
