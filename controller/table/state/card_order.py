"""Determines the order in which cards came to rest, and whether that order is certain."""

from collections.abc import Collection, Iterable
from itertools import pairwise

from controller.contract.rules import Street
from controller.table.state.games import PLACE
from controller.table.state.play import Play

ORDER_SCANS = 2
"""The order of two cards is certain if their first reads are at least this many scans apart."""


def order_known(
    play: Play, cards: Iterable[str], first: Collection[int] | None = None
) -> bool:  # fmt: skip
    """Return whether the order in which cards came to rest is certain.

    It is certain if the shoe read the cards as they left it, or if the first reads of any two of
    the cards are at least `ORDER_SCANS` scans apart.

    If `first` is given, only a part of the order must be certain. For `first` = {3, 4}, it must be
    certain which cards are the first three, and which card is the fourth. After the third card and
    after the fourth, the gap between first reads must then be twice as long, because an antenna may
    miss a card for several scans when several cards are put down at once.
    """
    shoe = play.hand.cards.left_shoe
    listed = list(cards)
    if shoe and all(card in shoe for card in listed):
        return True
    times = sorted(play.table.since.get(card, 0) for card in listed)
    apart = ORDER_SCANS * play.table.fittings.scan_ms
    between = [b - a for a, b in pairwise(times)]
    if all(ms >= apart for ms in between):
        return True
    matter = [between[count - 1] for count in first or () if 0 < count <= len(between)]
    return bool(matter) and min(matter) >= 2 * apart


def in_order(play: Play, cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in order of arrival: as they left the shoe, or else by their first reads."""
    shoe = play.hand.cards.left_shoe
    listed = list(cards)
    if shoe and all(card in shoe for card in listed):
        return tuple(sorted(listed, key=shoe.index))
    since = play.table.since
    return tuple(sorted(listed, key=lambda card: since.get(card, 0)))


def street_cards(play: Play, street: Street | None) -> tuple[str, ...]:
    """Return the board cards of a street and of all later streets, in order of arrival.

    Return () for preflop or None.
    """
    hand = play.hand
    if street is None or street is Street.PREFLOP:
        return ()
    return in_order(play, hand.board[hand.game.board[PLACE[street] - 1] :])
