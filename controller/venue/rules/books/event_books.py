"""The room's records of seats won in a satellite, and of a day that is ending or has resumed."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.tournament_formats.days import Bag


class SeatsWon(msgspec.Struct, frozen=True):
    """The result of a satellite: the seat winners, and the players tied for `open` seats."""

    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    open: int = 0


class Day(msgspec.Struct, frozen=True):
    """The state of one day of an event.

    The day is `ending` while stacks are put into `bags`, and `over` after the last bag. `held` are
    the tables that have stopped since the day began to end. `brought` are the bags from the
    previous day, and `opened` the players whose bags have been opened so far. `field` counts the
    other players in the same flights, who are already out.
    """

    ending: bool = False
    over: bool = False
    held: frozenset[int] = frozenset()
    bags: Mapping[str, Bag] = {}
    brought: Mapping[str, Bag] = {}
    opened: frozenset[str] = frozenset()
    field: int = 0
