"""Alternating decks: which deck is in play, and where the other deck's cards are.

Outside this module, the engine has only one deck: the deck in play is always `deck` 1, whatever its
actual number.
"""

from typing import TypeVar

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft
from controller.table.dealing.deal import held_cards
from controller.table.state import IN_A_HAND, Play, Table

Seen = TypeVar("Seen", CardAt, CardLeft)


def in_play(play: Play, seen: Seen) -> Seen:
    """Return an observation with its deck renumbered so that the deck in play is deck 1.

    A card's zone is recorded if the card belongs to the other deck. The first card of a hand
    to leave the shoe or reach a seat shows which deck is in play. Cards from the previous deck
    stay where they are and play no part in this hand.
    """
    table = play.table
    if seen.deck == 0:
        return seen
    if seen.deck != table.deck and isinstance(seen, CardAt) and _begins(play, seen):
        play.table = table = _changed(table, seen.deck)
    if seen.deck != table.deck:
        zone = seen.zone if isinstance(seen, CardAt) else ""
        others = {**table.others, f"{seen.card}/{seen.deck}": zone}
        play.table = table = replace(table, others=others)
    # The two decks exchange numbers, so that each deck still has its own.
    deck = {table.deck: 1, 1: table.deck}.get(seen.deck, seen.deck)
    return seen if deck == seen.deck else replace(seen, deck=deck)


def _begins(play: Play, seen: CardAt) -> bool:
    """Return whether a card from another deck can be the first card of a hand."""
    table, hand = play.table, play.hand
    if seen.deck > table.fittings.decks or table.rulings:
        return False
    if seen.zone != "shoe" and seen.zone not in IN_A_HAND:
        return False
    if hand.running:
        return not (hand.seen or hand.cards.left_shoe or held_cards(hand) or hand.dealt)
    # The previous deck may be on its way to the shuffle, but must have left the players and the
    # board.
    lying = {zone.partition(".")[0] for zone in table.places.values()}
    return not lying & {"hand", "bet", "board", "burn"}


def _changed(table: Table, deck: int) -> Table:
    """Return the table with another deck in play, its cards in the zones last recorded for them.

    The zones of the previous deck are kept for when it is in play again.
    """
    aside = {card: zone for card, zone in table.others.items() if not card.endswith(f"/{deck}")}
    aside |= {f"{card}/{table.deck}": zone for card, zone in table.places.items() if zone}
    places = {
        card.partition("/")[0]: zone
        for card, zone in table.others.items()
        if card.endswith(f"/{deck}") and zone
    }
    return replace(table, deck=deck, places=places, since={}, others=aside)
