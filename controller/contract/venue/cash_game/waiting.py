"""The waiting list for a cash game: players who want a seat or another table, and those called.

Its structs are tagged like all inputs and outputs of a room.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Do, RoomEvent, RoomInput
from controller.contract.venue.seats import Seat


class ListJoined(RoomInput, frozen=True, tag="list-joined"):
    """A player joins the waiting list for a seat, or for a table change if already seated.

    `tables` are the tables at which they would sit; if it is empty, any table will do.
    """

    player: str = ""
    tables: tuple[int, ...] = ()


class ListLeft(RoomInput, frozen=True, tag="list-left"):
    """A player leaves the waiting list."""

    player: str = ""


class SeatCalled(RoomInput, frozen=True, tag="seat-called"):
    """A player on the waiting list is called, and a free seat is held for them.

    The player called is `whom` or, by default, the next player for whom a free seat is suitable.
    Seated players who want another table come first, and then the other players in the order of the
    list.
    """

    whom: str = ""


class CallAnswered(RoomInput, frozen=True, tag="call-answered"):
    """A called player accepts the seat, or passes if `comes` is false.

    Once the player has accepted, no time limit applies.
    """

    player: str = ""
    comes: bool = True


class ComingSaid(RoomInput, frozen=True, tag="coming-said"):
    """A called player reports on their own web page that they are coming.

    The time limit for the call still applies until the desk has seen them (`CallAnswered`).
    """

    player: str = ""


class TableFeeds(RoomInput, frozen=True, tag="table-feeds"):
    """A table becomes a must-move table: its players move to table `to` as seats become free there.

    If `to` is 0, the table is no longer a must-move table.
    """

    table: int = 0
    to: int = 0


ListWord = ListJoined | ListLeft | SeatCalled | CallAnswered
"""The inputs through which staff change the waiting list."""


class KeepList(Do, frozen=True, tag="keep-list"):
    """Staff change the waiting list of a cash game; `said` is the change, as a room input."""

    said: ListWord


class OwnWait(Do, frozen=True, tag="own-wait"):
    """A player joins or leaves the waiting list, or answers a call, using the secret in their link.

    `tables` are the tables at which they want to sit; if it is empty, any table will do.
    """

    link: str
    wish: Literal["join", "leave", "come", "pass"]
    tables: tuple[int, ...] = ()


ListDo = KeepList | OwnWait


class Listed(RoomEvent, frozen=True, tag="list.joined"):
    """A player has joined the waiting list, at this position (from 1)."""

    player: str
    place: int
    tables: tuple[int, ...]
    article: str


class OffList(RoomEvent, frozen=True, tag="list.left"):
    """A player is off the list: they are `seated`, have `gone`, or have `missed` too many calls."""

    player: str
    why: str


class CalledUp(RoomEvent, frozen=True, tag="seat.called"):
    """A seat is being held for a called player for a limited time (ms; 0: no limit)."""

    player: str
    seat: Seat
    ms: int
    article: str


class ComingTold(RoomEvent, frozen=True, tag="coming.told"):
    """A player called from the waiting list is on their way, but not at the desk yet."""

    player: str
    seat: Seat


class CallMissed(RoomEvent, frozen=True, tag="call.missed"):
    """A called player did not appear: they move to the bottom of the list, and the seat is free."""

    player: str
    seat: Seat
    place: int
    article: str


class TableChanging(RoomEvent, frozen=True, tag="table.changing"):
    """A player will stand up after the hand, and move to a seat at another table."""

    player: str
    source: Seat
    target: Seat
    why: str


class WaitLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on the waiting list since wall time `since`.

    If `sits` is true, the player has a seat and wants to move to another table. If the player has
    been called, `seat` is held for them until wall time `until` (0: until they sit down). `comes`
    means that they have reported on their own page that they are coming, and that the desk has not
    seen them yet.
    """

    player: str
    shown_as: str
    since: int
    tables: tuple[int, ...] = ()
    sits: bool = False
    seat: Seat | None = None
    until: int = 0
    comes: bool = False


class FeedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A must-move table, whose players move to table `to`.

    `order` lists their displayed names, and `players` their ids, in the order in which they move.
    """

    table: int
    to: int
    order: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class ListView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The waiting list in order of arrival, and the number of free seats for the players on it."""

    tournament: str
    waiting: tuple[WaitLine, ...] = ()
    feeds: tuple[FeedLine, ...] = ()
    free: int = 0
