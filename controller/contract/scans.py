"""Antenna reports and positions, used by the drivers, the simulated table and the sensing code."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

ORDERED: Final = frozenset({"hand", "board", "burn"})
"""The kinds of zones in which the order of cards matters."""


class Scan(msgspec.Struct, frozen=True, gc=False):
    """One reading of one antenna: every uid in its range, unordered, at a table time (ms).

    Each scan is complete in itself, so losing or duplicating one does no harm. `gauge` is the
    antenna's tuning as last reported by its node: the receiver gain (AGC, 0 to 1023) and the
    transmitter gear (DPC, 0 to 15). It is None if the node has not reported it.
    """

    antenna: str
    tags: tuple[str, ...]
    at: int
    gauge: tuple[int, int] | None = None


class AntennaPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the table's antennas: its zone, its scan period and its position.

    `period` is in milliseconds. `x` and `y` are in millimetres from the centre of the table, with y
    pointing towards seat 1's side; `width` and `depth` are in millimetres.
    """

    name: str
    zone: str
    period: int
    x: int = 0
    y: int = 0
    width: int = 120
    depth: int = 90
    device: str = ""


class CardTag(msgspec.Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """The tag of a card: the card's name, such as `Kh`, and its deck's number, from 1."""

    card: str
    deck: int = 1


class ChipTag(msgspec.Struct, frozen=True, tag="chip", forbid_unknown_fields=True):
    """The tag of a chip: its value, and the number of its chip set (1 is the set in play)."""

    value: int
    set: int = 1


class BadgeTag(msgspec.Struct, frozen=True, tag="badge", forbid_unknown_fields=True):
    """The tag of a player's or the floor's badge."""

    name: str
    role: str = "player"


class ButtonTag(msgspec.Struct, frozen=True, tag="button", forbid_unknown_fields=True):
    """The tag of the dealer button."""


Tag = CardTag | ChipTag | BadgeTag | ButtonTag


@cache
def zone_seat(zone: str) -> int:
    """Return the seat number in a zone's name, such as 3 for `hand.3`, or 0 if it has none."""
    head, _, tail = zone.partition(".")
    return int(tail) if head in {"hand", "bet", "stack", "badge", "button"} and tail else 0


def slowest_in_order(plans: Iterable[AntennaPlan]) -> int:
    """Return the longest scan period (ms) of all antennas in zones where card order matters.

    Return 0 if there is no such antenna.
    """
    ordered = (one.period for one in plans if one.zone.partition(".")[0] in ORDERED)
    return max(ordered, default=0)
