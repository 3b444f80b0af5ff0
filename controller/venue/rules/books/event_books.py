"""What a room keeps of seats that were won, and of a day that ends or was taken up."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.forms.days import Bag


class SeatsWon(msgspec.Struct, frozen=True):
    """How a satellite has ended: who has won a seat, and who ties for those that are `open`."""

    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    open: int = 0


class Day(msgspec.Struct, frozen=True):
    """Where a day is.

    It is `ending` while stacks go into `bags`, and `over` with the last one. `held` are the tables
    that are at rest since. Of a day before it `brought` bags, of which some are `opened`; so many
    more players (`field`) came to its flights and are out.
    """

    ending: bool = False
    over: bool = False
    held: frozenset[int] = frozenset()
    bags: Mapping[str, Bag] = {}
    brought: Mapping[str, Bag] = {}
    opened: frozenset[str] = frozenset()
    field: int = 0
