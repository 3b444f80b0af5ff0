"""The waiting list of a cash game: who waits for a seat, who wants another, who is called.

Tagged as everything else of a room.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Do, RoomEvent, RoomInput
from controller.contract.venue.seats import Seat


class ListJoined(RoomInput, frozen=True, tag="list-joined"):
    """A player waits for a seat; one who sits waits for another, at one of `tables` (none: any)."""

    player: str = ""
    tables: tuple[int, ...] = ()


class ListLeft(RoomInput, frozen=True, tag="list-left"):
    """A player waits no more."""

    player: str = ""


class SeatCalled(RoomInput, frozen=True, tag="seat-called"):
    """A free seat is kept for who waits: for `whom`, else for the first whom one suits."""

    whom: str = ""


class CallAnswered(RoomInput, frozen=True, tag="call-answered"):
    """A player who was called `comes` (the time stops for them), or lets it pass."""

    player: str = ""
    comes: bool = True


class ComingSaid(RoomInput, frozen=True, tag="coming-said"):
    """A player who was called says on their own page that they come.

    The time runs on until the desk sees them (`CallAnswered`).
    """

    player: str = ""


class TableFeeds(RoomInput, frozen=True, tag="table-feeds"):
    """Who sits at a table must move to another one (`to`) as seats come free there; 0 ends it."""

    table: int = 0
    to: int = 0


ListWord = ListJoined | ListLeft | SeatCalled | CallAnswered
"""What is said at the list."""


class KeepList(Do, frozen=True, tag="keep-list"):
    """Keep the waiting list of a cash game."""

    said: ListWord


class OwnWait(Do, frozen=True, tag="own-wait"):
    """A player waits for a seat, or no more, by the secret of their link; who is called answers.

    `tables` are those that they would sit at (none: any).
    """

    link: str
    wish: Literal["join", "leave", "come", "pass"]
    tables: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Return its text without the secret: it may end up in a log."""
        return f"OwnWait({self.wish!r}, {self.tables!r})"


ListDo = KeepList | OwnWait


class Listed(RoomEvent, frozen=True, tag="list.joined"):
    """A player is on the list, in this place (from 1)."""

    player: str
    place: int
    tables: tuple[int, ...]
    article: str


class OffList(RoomEvent, frozen=True, tag="list.left"):
    """A player is on the list no more: `seated`, `gone`, or called too often without coming."""

    player: str
    why: str


class CalledUp(RoomEvent, frozen=True, tag="seat.called"):
    """A seat is kept for a player for so long (ms; 0 without an end)."""

    player: str
    seat: Seat
    ms: int
    article: str


class ComingTold(RoomEvent, frozen=True, tag="coming.told"):
    """A player who was called says that they come; the desk has not seen them yet."""

    player: str
    seat: Seat


class CallMissed(RoomEvent, frozen=True, tag="call.missed"):
    """A player has not come: they wait at the bottom of the list, and the seat is free again."""

    player: str
    seat: Seat
    place: int
    article: str


class TableChanging(RoomEvent, frozen=True, tag="table.changing"):
    """A player gets up when the hand is over, and goes to a seat of another table."""

    player: str
    source: Seat
    target: Seat
    why: str


ListEvent = Listed | OffList | CalledUp | ComingTold | CallMissed | TableChanging


class WaitLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who waits, since the wall time `since`; who `sits` waits for another table.

    Who is called has `seat` kept until the wall time `until` (0: until they sit). Who `comes` has
    said so on their own page, and the desk has not seen them yet.
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
    """Who sits at `table` must move to `to`: in this order, by the names that they are shown by.

    `players` are the same, by id.
    """

    table: int
    to: int
    order: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class ListView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The waiting list, the first who came first, and how many seats are free for it."""

    tournament: str
    waiting: tuple[WaitLine, ...] = ()
    feeds: tuple[FeedLine, ...] = ()
    free: int = 0
