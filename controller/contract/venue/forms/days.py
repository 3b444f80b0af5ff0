"""Several days and flights: bags that are closed, brought to another day, opened and counted.

Chips are whole numbers, players opaque ids. Tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput


class Bag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bag: what is in it by the books, what was counted, its seal, and who has signed it.

    `flight` is the evening that it is from; `head` is what is on its player's head,
    who needs an `ear`.
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
    """The day ends: tables play their hand, and chips go into bags."""


class StackBagged(RoomInput, frozen=True, tag="stack-bagged"):
    """A player's stack was counted and sealed; the player has `signed`, and so has the floor.

    With `again` it was counted a second time: what was counted stands.
    """

    player: str = ""
    counted: int = 0
    seal: str = ""
    signed: bool = False
    again: bool = False
    cashier: str = ""


class BagsBrought(RoomInput, frozen=True, tag="bags-brought"):
    """The bags of one or more flights are there.

    `money` of theirs is still to be won, `heads` of it is on heads; so many players came to all
    `entries`, and play goes on at a place in the sheet of levels, from 0.
    """

    bags: tuple[Bag, ...] = ()
    money: int = 0
    heads: int = 0
    entries: int = 0
    level: int = 0


class BagOpened(RoomInput, frozen=True, tag="bag-opened"):
    """A bag was opened at its player's seat, and counted; with `again` a second time."""

    player: str = ""
    counted: int = 0
    again: bool = False


class DayEnding(RoomEvent, frozen=True, tag="day.ending"):
    """The day ends: no further hand is dealt, chips go into bags."""

    article: str


class DayGoesOn(RoomEvent, frozen=True, tag="day.goes-on"):
    """The day does not end yet."""


class BagClosed(RoomEvent, frozen=True, tag="bag.closed"):
    """A bag is closed."""

    player: str
    chips: int
    seal: str


class BagVoid(RoomEvent, frozen=True, tag="bag.void"):
    """A bag counts no more: its player has other chips by now, or it was opened again."""

    player: str
    seal: str


class BagDiffers(RoomEvent, frozen=True, tag="bag.differs"):
    """A count was another than the books: `chips` count now."""

    player: str
    expected: int
    counted: int
    chips: int
    article: str


class BagRight(RoomEvent, frozen=True, tag="bag.right"):
    """A bag was opened, and has what it should."""

    player: str
    chips: int


class DayOver(RoomEvent, frozen=True, tag="day.over"):
    """All chips are in bags; `level` is the place in the sheet at which the day has ended.

    So much `money` is still to be won, `heads` of it on heads; `entries` players came.
    """

    bags: tuple[Bag, ...]
    money: int
    heads: int
    entries: int
    level: int


class BagsMerged(RoomEvent, frozen=True, tag="bags.merged"):
    """A player with several bags plays on with this stack; `removed` leave play."""

    player: str
    stack: int
    removed: int
    article: str


class DayTakenUp(RoomEvent, frozen=True, tag="day.taken-up"):
    """The bags of a day before are there: players, chips, and the place in the sheet of levels."""

    players: int
    chips: int
    money: int
    heads: int
    level: int


DayEvent = (
    DayEnding | DayGoesOn | BagClosed | BagVoid | BagDiffers | BagRight | DayOver | BagsMerged
    | DayTakenUp
)  # fmt: skip


class BringBags(Do, frozen=True, tag="bring-bags"):
    """Bring the bags of all flights that belong to this tournament, once; from this level on.

    `index` is a place in the structure, from 0; 0 takes blinds up where the longest flight ended.
    """

    index: int = 0


class AskBags(Ask, frozen=True, tag="bags"):
    """The bags of an evening, and flights whose bags may be brought. Answered with `Bags`."""


class BagLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's bag: `chips` by the books, `counted` None before it was."""

    player: str
    chips: int
    counted: int | None = None
    seal: str = ""
    floor: str = ""
    opened: bool = False


class FlightLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flight whose bags nobody has brought yet."""

    flight: str
    title: str
    bags: int
    chips: int


class Bags(msgspec.Struct, frozen=True):
    """Where bagging is: `phase` is "" on an evening without days.

    `ending`: bags are being closed; `over`: all are; `brought`: they are being opened.
    """

    phase: str = ""
    lines: tuple[BagLine, ...] = ()
    flights: tuple[FlightLine, ...] = ()
    series: str = ""
