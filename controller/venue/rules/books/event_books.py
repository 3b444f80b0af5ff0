"""The results of a satellite, and the state of one day of a multi-day event."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.tournament_formats.days import Bag


class SeatsWon(msgspec.Struct, frozen=True):
    """The result of a satellite: who won a seat in the target tournament.

    `winners` are the players who won one. `tied` lists the players tied for the last seats, and
    `open` is the number of those seats.
    """

    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    open: int = 0


class Day(msgspec.Struct, frozen=True):
    """The state of one day of an event.

    `ending` is true while stacks are being bagged, and `over` after the last bag. `held` lists the
    tables that have stopped since the day began to end. `bags` maps each player to the bag that was
    closed today. `brought` maps each player to their bag from an earlier day; several bags of one
    player count as a single bag. `opened` lists the players whose bag in `brought` has been opened.
    `field` is the number of players who entered the flights that these bags come from, but were out
    before this day began.
    """

    ending: bool = False
    over: bool = False
    held: frozenset[int] = frozenset()
    bags: Mapping[str, Bag] = {}
    brought: Mapping[str, Bag] = {}
    opened: frozenset[str] = frozenset()
    field: int = 0
