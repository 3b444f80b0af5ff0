"""Entries: whether a player may still enter, and how many chips they receive."""

from collections.abc import Sequence

import msgspec

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.levels import Level, reached
from controller.venue.rules.tournament import EntryRules

ANTE_SIZES = (6, 8, 9, 10, 11)
"""The table sizes for which FIDPA 16-4 defines a round of antes."""


class Unsold(msgspec.Struct, frozen=True):
    """A stack that nobody bought: its seat, and the chips left in it after blinds and antes."""

    seat: Seat
    stack: int


class Entry(msgspec.Struct, frozen=True):
    """An accepted entry.

    `stack` is the number of chips that the player receives. `seat` is set if they take over an
    unsold stack. `removed` is the number of chips that their stack is short of a full one.
    `article` is the rule applied.
    """

    stack: int
    seat: Seat | None
    removed: int
    article: str


class NoEntry(msgspec.Struct, frozen=True):
    """A refused entry: the id of the reason, and the article that requires the refusal."""

    why: str
    article: str


def closed(rules: EntryRules, levels: Sequence[Level], at: int) -> bool:
    """Return whether entries are closed during the level or break at index `at` in `levels`."""
    return reached(levels, at) > rules.late_levels.value


def enter(
    rules: EntryRules,
    level: int,
    bought: int,
    starting: int,
    missed: Sequence[Level],
    seats: int,
    unsold: Sequence[Unsold] = (),
) -> Entry | NoEntry:
    """Return a new entrant's stack, or the reason why they may not enter.

    `level` is the current one (from 1, or 0 before the start), or the next one during a break.
    `bought` counts the player's entries so far, and `starting` is a full stack in chips. `missed`
    lists the level at the start of each period of `late_minutes` begun so far, and `seats` is the
    table size. If the house sells unsold stacks first, the entrant takes over the largest of
    `unsold` as it is.
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


def blinds_missed(level: Level, seats: int) -> int:
    """Return the chips that one missed period costs: both blinds, and one ante for each seat.

    For the antes, `seats` (at most 11) is rounded up to a standard table size.
    """
    size = next(one for one in ANTE_SIZES if one >= seats)
    return level.small_blind + level.big_blind + size * level.ante
