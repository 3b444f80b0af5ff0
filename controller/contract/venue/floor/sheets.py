"""A tournament structure as entered by staff: levels, breaks, and the starting stack."""

from itertools import pairwise

import msgspec

from controller.contract.limits import MOST_CHIPS

MOST_LEVELS = 60
MOST_MINUTES = 600
MOST_BLIND = 100_000_000


class Sheet(msgspec.Struct, frozen=True):
    """A tournament's levels, starting chips, and a rebuy for all at the first break.

    A level is (small blind, big blind, minutes); blinds of 0 mark a break, and 0 minutes means
    until the end of play. `chips` are given as (count, value). `rebuy` is in chips, or 0 for none.
    """

    levels: tuple[tuple[int, int, int], ...]
    chips: tuple[tuple[int, int], ...]
    rebuy: int = 0

    @property
    def stack(self) -> int:
        """The starting stack, in chips."""
        return sum(count * value for count, value in self.chips)


def faults(sheet: Sheet) -> str:
    """Return the id of the first error in a sheet, or "" if the sheet can be played.

    >>> faults(Sheet(((50, 100, 20), (0, 0, 10), (100, 200, 0)), ((10, 100),)))
    ''
    """
    blinds = [(small, big) for small, big, _ in sheet.levels if big]
    if not blinds or len(sheet.levels) > MOST_LEVELS or not sheet.levels[0][1]:
        return "no-levels"
    if any(not 0 < small <= big <= MOST_BLIND for small, big in blinds):
        return "blinds-cannot-be"
    if any(small for small, big, _ in sheet.levels if not big):
        return "blinds-cannot-be"
    if any(later < big for (_, big), (_, later) in pairwise(blinds)):
        return "blinds-fall"
    if any(not 0 < minutes <= MOST_MINUTES for *_, minutes in sheet.levels[:-1]):
        return "minutes-cannot-be"
    _, big, last = sheet.levels[-1]
    if not (big and 0 <= last <= MOST_MINUTES):
        return "minutes-cannot-be"
    if not sheet.chips or any(not (0 < n <= 1000 and 0 < v <= MOST_BLIND) for n, v in sheet.chips):
        return "chips-cannot-be"
    # A table refuses a larger stack.
    fits = sheet.stack <= MOST_CHIPS and 0 <= sheet.rebuy <= MOST_BLIND
    return "" if fits else "chips-cannot-be"
