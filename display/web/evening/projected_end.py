"""When each level of a structure begins, and the level in which a tournament should end."""

from typing import Final

import msgspec

from controller.contract.venue.floor.sheets import Sheet

ENDS_AT: Final = 20
"""A tournament is expected to end once all chips in play are worth this many big blinds."""


class Time(msgspec.Struct, frozen=True):
    """A level or break, and the minute at which it begins.

    `number` is the number of a level, or 0 for a break.
    """

    number: int
    small_blind: int
    big_blind: int
    minutes: int
    begins: int


def times(sheet: Sheet) -> tuple[Time, ...]:
    """Return each level and break, with the minute at which it begins."""
    found: list[Time] = []
    number = begins = 0
    for small, big, minutes in sheet.levels:
        number += bool(big)
        found.append(Time(number if big else 0, small, big, minutes, begins))
        begins += minutes
    return tuple(found)


def ends(sheet: Sheet, players: int) -> Time | None:
    """Return the level in which a tournament should end, or None if the levels run out first.

    That is the first level in which the chips of all `players` together, including any rebuy, are
    worth at most `ENDS_AT` big blinds.
    """
    chips = players * (sheet.stack + sheet.rebuy)
    return next((one for one in times(sheet) if one.big_blind * ENDS_AT >= chips > 0), None)
