"""Multi-day events and flights: chips are bagged, carried over to another day, and counted again.

Chips are whole numbers, and players are opaque ids. The structs are tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput


class Bag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bag of chips: the amount in the books, the amount counted, the seal, and the signatures.

    `flight` is the flight in which the bag was filled. `head` is the bounty on the player's head.
    `ear` is true if the player needs an accessible seat.
    """

    player: str
    chips: int
    counted: int
    seal: str
    floor: str = ""
    flight: str = ""
    head: int = 0
    ear: bool = False


class DayEnds(RoomInput, frozen=True, tag="day-ends"):
    """The day ends: tables finish their current hand, and chips are bagged."""


class StackBagged(RoomInput, frozen=True, tag="stack-bagged"):
    """A stack has been counted and sealed in a bag; `again` marks a second count, which is final.

    `signed` means that both the player and the floor have signed.
    """

    player: str = ""
    counted: int = 0
    seal: str = ""
    signed: bool = False
    again: bool = False
    cashier: str = ""


class BagsBrought(RoomInput, frozen=True, tag="bags-brought"):
    """The bags from one or more flights have arrived.

    `money` is the prize money still to be won, and `heads` the part of it that is in bounties.
    `entries` is the number of players in all flights. Play continues at index `level` in the
    structure, from 0.
    """

    bags: tuple[Bag, ...] = ()
    money: int = 0
    heads: int = 0
    entries: int = 0
    level: int = 0


class BagOpened(RoomInput, frozen=True, tag="bag-opened"):
    """A bag has been opened at its player's seat and counted; `again` marks a second count."""

    player: str = ""
    counted: int = 0
    again: bool = False


class DayEnding(RoomEvent, frozen=True, tag="day.ending"):
    """The day is ending: no more hands are dealt, and chips are bagged."""

    article: str


class DayGoesOn(RoomEvent, frozen=True, tag="day.goes-on"):
    """The end of the day has been cancelled, and play continues."""


class BagClosed(RoomEvent, frozen=True, tag="bag.closed"):
    """A bag has been closed."""

    player: str
    chips: int
    seal: str


class BagVoid(RoomEvent, frozen=True, tag="bag.void"):
    """A closed bag is no longer valid.

    Either staff have reopened it, or its player's chip count has changed since it was closed.
    """

    player: str
    seal: str


class BagDiffers(RoomEvent, frozen=True, tag="bag.differs"):
    """A bag's count differs from the books; from now on, `chips` is the amount that counts."""

    player: str
    expected: int
    counted: int
    chips: int
    article: str


class BagRight(RoomEvent, frozen=True, tag="bag.right"):
    """A bag has been opened, and its count matches the books."""

    player: str
    chips: int


class DayOver(RoomEvent, frozen=True, tag="day.over"):
    """The day is over, and all chips are in bags.

    `level` is the index in the structure at which the day ended. `money` is the prize money still
    to be won, and `heads` the part of it that is in bounties. `entries` is the number of
    players who entered.
    """

    bags: tuple[Bag, ...]
    money: int
    heads: int
    entries: int
    level: int


class BagsMerged(RoomEvent, frozen=True, tag="bags.merged"):
    """A player with several bags continues with a single stack.

    `removed` is the number of chips in the bags that leave play.
    """

    player: str
    stack: int
    removed: int
    article: str


class DayTakenUp(RoomEvent, frozen=True, tag="day.taken-up"):
    """The bags from an earlier day have arrived.

    `players` is the number of players who continue, and `chips` the total of their stacks. `money`
    is the prize money still to be won, and `heads` the part of it that is in bounties. Play
    continues at index `level` in the structure, from 0.
    """

    players: int
    chips: int
    money: int
    heads: int
    level: int


class BringBags(Do, frozen=True, tag="bring-bags"):
    """Bring in the bags from all earlier flights of this event, before play starts.

    This can be done once; a second attempt is refused. Play continues at `index` in the structure
    (from 0). If `index` is 0, play continues at the level at which the longest flight ended.
    """

    index: int = 0


class AskBags(Ask, frozen=True, tag="bags"):
    """Request the bags of a tournament day, and the flights that have not yet joined it.

    Answered with `Bags`.
    """


class BagLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's bag: `chips` is the amount in the books; `counted` is None before the count."""

    player: str
    chips: int
    counted: int | None = None
    seal: str = ""
    floor: str = ""
    opened: bool = False


class FlightLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flight whose bags have not been brought in yet."""

    flight: str
    title: str
    bags: int
    chips: int


class Bags(msgspec.Struct, frozen=True):
    """The bags of a tournament day, and the flights whose bags have not been brought in yet.

    `phase` is `ending` while bags are being closed, `over` once all have been closed, and `brought`
    while bags from an earlier day are being opened. Otherwise it is "" (for example, on an evening
    without bags).
    """

    phase: str = ""
    lines: tuple[BagLine, ...] = ()
    flights: tuple[FlightLine, ...] = ()
    series: str = ""
