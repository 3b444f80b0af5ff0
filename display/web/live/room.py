"""The room's data for the pages, as last published by the core process in retained messages.

Each retained message is called a view: the clock, the seats, the places and so on.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from controller.contract.public import Status
from controller.contract.venue import views
from controller.contract.venue.cash_game.waiting import ListView
from controller.contract.venue.prizes.money import Money
from controller.contract.venue.seats import Seat

Made = TypeVar("Made")
Notices = tuple[views.NoticeLine, ...]


NOT_BEGUN: Final = frozenset({views.RoomPhase.IDLE, views.RoomPhase.ENTERING})
OVER: Final = frozenset({views.RoomPhase.ENDED, views.RoomPhase.BAGGED})


class Evening(msgspec.Struct, frozen=True):
    """The views of one tournament or cash game; a view that has never been received is None."""

    clock: views.ClockView | None = None
    structure: views.StructureView | None = None
    seats: views.SeatsView | None = None
    places: views.PlacesView | None = None
    notices: views.NoticesView | None = None
    posting: views.PostingView | None = None
    waiting: ListView | None = None

    @property
    def cash(self) -> bool:
        """Whether this is a cash game, where chips are worth money."""
        return self.posting is not None and bool(self.posting.stakes)

    @property
    def running(self) -> bool:
        """Whether play has begun and has not ended."""
        return self.begun and not self.over

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return self.clock is not None and self.clock.phase in OVER

    @property
    def money(self) -> Money:
        """The kind of stakes played for, or "none" until that is known."""
        return self.posting.money if self.posting is not None else "none"

    @property
    def asks(self) -> frozenset[views.SignInAsks]:
        """The questions for players at sign-in; until these are known, all possible questions."""
        posting = self.posting
        return frozenset(posting.asks if posting is not None else get_args(views.SignInAsks))

    @property
    def begun(self) -> bool:
        """Whether play has begun; actions that prepare for the start are then impossible."""
        return self.clock is not None and self.clock.phase not in NOT_BEGUN


class _Cached(Generic[Made]):
    """A function whose results are cached for the last two calls.

    Arguments are compared by identity, because views are large.
    """

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._known: list[tuple[tuple[object, ...], Made]] = []

    def __call__(self, *given: object) -> Made:
        for args, made in self._known:
            if all(map(operator.is_, args, given)):
                return made
        made = self._make(*given)
        self._known = [(given, made), *self._known[:1]]
        return made


@_Cached
def _seats(view: views.SeatsView | None) -> dict[str, views.SeatLine]:
    return {one.player: one for one in view.players} if view is not None else {}


@_Cached
def _tables(state: views.VenueState | None) -> dict[str, views.TableLine]:
    return {one.name: one for one in state.tables} if state is not None else {}


class RoomSeen(msgspec.Struct, frozen=True):
    """The room as last published.

    `status` is None until the core process has published one.
    """

    state: views.VenueState | None = None
    health: views.VenueHealth | None = None
    status: Status | None = None
    evenings: dict[str, Evening] = {}

    @property
    def online(self) -> bool:
        """Whether the core process is online."""
        return self.status is not None and self.status.status == "online"

    @property
    def shown(self) -> int:
        """The number of the last row in the room's log that the views include, or 0 if unknown."""
        return self.state.shown if self.state is not None else 0

    @property
    def evening(self) -> Evening:
        """The views of the current tournament or, if none are known, of the last one added.

        The views are all None if no view of any tournament is known.
        """
        name = self.state.tournament if self.state is not None else ""
        if name in self.evenings:
            return self.evenings[name]
        return next(reversed(self.evenings.values()), Evening())

    @property
    def title(self) -> str:
        """The evening's title, or "" if none has been set."""
        if self.state is not None and self.state.title:
            return self.state.title
        structure = self.evening.structure
        return structure.title if structure is not None else ""

    @property
    def languages(self) -> tuple[str, ...]:
        """The current tournament's official languages, or () if they have not been set."""
        posting = self.evening.posting
        return posting.languages if posting is not None else ()

    def notices(self) -> Notices:
        """Return the current notices, newest first, or () if they are not known."""
        view = self.evening.notices
        return view.notices if view is not None else ()

    def players(self) -> tuple[views.SeatLine, ...]:
        """Return all players who are still in, or () if they are not known."""
        view = self.evening.seats
        return view.players if view is not None else ()

    def free_seats(self) -> tuple[Seat, ...]:
        """Return the free seats: those not taken, not assigned and not reserved.

        While a tournament is running, seats at an empty table are not free, because the table may
        have been broken.
        """
        taken = {(one.table, one.seat) for one in self.players()}
        taken |= {(one.to_table, one.to_seat) for one in self.players()}
        view = self.evening.waiting
        taken |= {one.seat for one in (view.waiting if view is not None else ()) if one.seat}
        all_open = self.evening.cash or not self.evening.begun
        return tuple(
            Seat(one.table, seat)
            for one in (self.state.tables if self.state is not None else ())
            if one.players or all_open
            for seat in range(1, one.seats + 1)
            if (one.table, seat) not in taken
        )

    def seat_of(self, player: str) -> views.SeatLine | None:
        """Return a player's seat, or None if they are no longer in."""
        return _seats(self.evening.seats).get(player)

    def line(self, name: str) -> views.TableLine | None:
        """Return what the room publishes about a table, or None if it publishes nothing.

        `name` is the table's name in topics.
        """
        return _tables(self.state).get(name)

    def table_number(self, name: str) -> int:
        """Return a table's number; `name` is its name in topics.

        If the room does not know the table, a name that is a number is returned as a number, and
        any other name as 0.
        """
        line = self.line(name)
        found = line.table if line is not None else 0
        return found or (int(name) if name.isascii() and name.isdecimal() else 0)


WELL = f"{views.VENUE}/well"
"""The topic that changes with the room's status, its log's health, its title or its languages.

It is a topic within the web server, and not an MQTT topic.
"""


def topic_of(view: str) -> str:
    """Return the topic for one of the evening's views; `view` is a name in `VIEWS`."""
    return f"{views.VENUE}/{view}"


def word_on(table: str) -> str:
    """Return the topic that changes with the room's data about one table."""
    return f"{table}/{views.VENUE}"


class Word(msgspec.Struct, frozen=True):
    """The room's data about one table.

    `heard` means that the room receives the table's messages. `holds` lists the reasons why the
    room holds the table. `notices` are the notices about it. The table's own data, such as its
    hand, is not included.
    """

    heard: bool = True
    holds: tuple[str, ...] = ()
    notices: Notices = ()


NOTHING = Word()


def words_of(room: RoomSeen) -> dict[str, Word]:
    """Return the room's data about each table, by name.

    A table that is not in the result has the data `NOTHING`.
    """
    return _words(room.state, room.notices())


@_Cached
def _words(state: views.VenueState | None, notices: Notices) -> dict[str, Word]:
    about: dict[int, Notices] = {}
    for notice in notices:
        about[notice.table] = (*about.get(notice.table, ()), notice)
    found = {str(number): Word(notices=told) for number, told in about.items()}
    for line in state.tables if state is not None else ():
        found[line.name] = Word(line.heard, line.holds, about.get(line.table, ()))
    return found


def changed_topics(before: RoomSeen, after: RoomSeen) -> Iterator[str]:
    """Yield the topics that have changed: views of the room, and its data about individual tables.

    This way, a page that shows only a clock or one table is not updated when hands end elsewhere.
    """
    if _well(before) != _well(after):
        yield WELL
    for view in views.VIEWS:
        if getattr(before.evening, view) is not getattr(after.evening, view):
            yield topic_of(view)
    if before.state is not after.state or before.notices() is not after.notices():
        was, says = words_of(before), words_of(after)
        for table in was.keys() | says.keys():
            if was.get(table, NOTHING) != says.get(table, NOTHING):
                yield word_on(table)


def _well(room: RoomSeen) -> tuple[object, ...]:
    log = room.health.log if room.health is not None else None
    return room.status, log, room.title, room.languages


MOST_EVENINGS = 20
"""The maximum number of tournaments whose views are kept."""

_WHOLE: dict[str, type[msgspec.Struct]] = {
    "state": views.VenueState, "health": views.VenueHealth, "status": Status,
}  # fmt: skip


def room_heard(room: RoomSeen, rest: str, payload: bytes) -> RoomSeen:
    """Return the room's known state, updated by a message on `venue/<rest>`.

    Raises `msgspec.MsgspecError` for a malformed view. An empty message deletes the view.
    """
    if rest in _WHOLE:
        told = msgspec.json.decode(payload, type=_WHOLE[rest]) if payload else None
        return replace(room, **{rest: told})
    words = rest.split("/")
    if len(words) != 3 or words[0] != "tournament" or words[2] not in views.VIEWS:
        return room
    _, name, view = words
    told = msgspec.json.decode(payload, type=views.VIEWS[view]) if payload else None
    evening = replace(room.evenings.get(name, Evening()), **{view: told})
    evenings: dict[str, Evening] = room.evenings | {name: evening}
    if evening == Evening():
        del evenings[name]
    return replace(room, evenings=dict(list(evenings.items())[-MOST_EVENINGS:]))
