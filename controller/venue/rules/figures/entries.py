"""Entries: who may still come in, and with how many chips."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from controller.contract.venue.seats import Seat
from controller.venue.rules.figures.levels import Level, reached
from controller.venue.rules.tournament import EntryRules

ANTE_SIZES = (6, 8, 9, 10, 11)
"""Table sizes that FIDPA 16-4 counts a round of antes for."""


class Unsold(msgspec.Struct, frozen=True):
    """A seat that nobody bought, and what blinds and antes left of its stack."""

    seat: Seat
    stack: int


class Blinds(NamedTuple):
    """What a late entrant has missed in one span: both blinds and the ante of each hand."""

    small: int
    big: int
    ante: int = 0


class Entry(msgspec.Struct, frozen=True):
    """A late entry: its stack, the seat if it comes with one, and the chips that left play."""

    stack: int
    seat: Seat | None
    removed: int
    article: str


class NoEntry(msgspec.Struct, frozen=True):
    """Why somebody can't come in (any more), as a word, and by which article."""

    why: str
    article: str


def closed(rules: EntryRules, levels: Sequence[Level], at: int) -> bool:
    """Return whether entries are over at a place in the sheet: they end with their last level."""
    return reached(levels, at) > rules.late_levels.value


def enter(
    rules: EntryRules,
    level: int,
    bought: int,
    starting: int,
    missed: Sequence[Blinds],
    seats: int,
    unsold: Sequence[Unsold] = (),
) -> Entry | NoEntry:
    """Return with what a player comes in, or why not.

    `level` is the one that runs (from 1, 0 before the start), in a break the one behind it.
    `bought` are the player's entries so far, `missed` the blinds of each span of `late_minutes`
    that has begun since the start, `seats` the size of the tables. An unsold stack is taken as it
    is, the largest first.
    """
    if bought >= rules.entries.value:
        return NoEntry("entered", rules.entries.article)
    if level > rules.late_levels.value:
        return NoEntry("closed", rules.late_levels.article)
    if level and rules.unsold_first.value and unsold:
        best = max(unsold, key=lambda one: (one.stack, -one.seat.table, -one.seat.seat))
        return Entry(best.stack, best.seat, 0, rules.unsold_first.article)
    lost = 0
    if rules.late_stack.value == "blinds-missed":
        lost = min(sum(blinds_missed(one, seats) for one in missed), starting - 1)
    return Entry(starting - lost, None, lost, rules.late_stack.article)


def blinds_missed(span: Blinds, seats: int) -> int:
    """Return what one span costs: both blinds, and a round of antes at the next size named."""
    size = next((one for one in ANTE_SIZES if one >= seats), ANTE_SIZES[-1])
    return span.small + span.big + size * span.ante
