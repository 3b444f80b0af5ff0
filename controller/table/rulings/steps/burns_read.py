"""Where a table's burns are read, and when a burn may have been made without being read."""

from typing import Final

from controller.table.state import FOLDED, LOST_CARD, Hand, Play, Table

BURN: Final = "burn"
MUCK: Final = "muck"


def burn_zone(table: Table) -> str:
    """Return the zone where burns are read: `burn`, or `muck` if only the muck has an antenna."""
    unread = table.fittings.unread
    return MUCK if BURN in unread and MUCK not in unread else BURN


def burns_unread(play: Play) -> bool:
    """Return whether a burn may have been made without being read.

    This is possible while the antenna of the burn zone is lost, or while that of the muck is lost
    and burns lie there. A burn may also have been taken for a card of a folded hand.
    """
    table, hand = play.table, play.hand
    blind = table.devices.blind_zones
    if not blind:
        return False
    in_muck = any(table.places.get(card) == MUCK for card in hand.cards.burns)
    return (
        burn_zone(table) in blind or (MUCK in blind and in_muck) or _taken_for_a_hand(table, hand)
    )


def _taken_for_a_hand(table: Table, hand: Hand) -> bool:
    """Return whether a burn may have been taken for a card of a folded, partly unread hand."""
    return any(
        LOST_CARD in held and any(table.places.get(card) in {BURN, MUCK} for card in held)
        for held, status in zip(hand.holes, hand.status, strict=True)
        if status is FOLDED
    )
