"""The only way into the room: each input is applied by the rules and logged, or has no effect.

One transaction is called a turn. Its result becomes the room's state only once it is on disk.
"""

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, update

from controller.contract.public import Envelope
from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.contract.venue.notices import Way
from controller.contract.venue.outputs import TournamentEnded
from controller.contract.venue.tournament_formats import satellites as s
from controller.contract.venue.tournament_formats.days import DayOver
from controller.contract.venue.views import LogHealth
from controller.houses.loader import house_hash, load_house
from controller.venue.core.orders import Playing, command_of
from controller.venue.core.room_time import RoomTime
from controller.venue.rules.books.room import Room
from controller.venue.rules.prizes.league_points import placed
from controller.venue.rules.step import ChipsLost, Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.store import bags, log, outbox, tables, tickets
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreFailed
from controller.venue.store.outbox import Answer, Order
from controller.venue.store.persons import people
from controller.venue.store.schema import result, tournament

logger = logging.getLogger(__name__)

NO_TOURNAMENT = "no-tournament"
BOOKS = "books"


class Evening(msgspec.Struct, frozen=True):
    """The open tournament or cash game, with its current state.

    `playing` holds the facts sent to tables with commands. `title` is the name shown to people.
    `rules` are those of the tournament file, and `room` is the current state. `tells_stacks` is
    true if the house shows all stacks to the public.
    """

    playing: Playing
    title: str
    rules: Tournament
    room: Room
    tells_stacks: bool

    @property
    def id(self) -> str:
        """Return the tournament's id."""
        return self.playing.tournament


Happened = tuple[RoomInput, Sequence[RoomEvent]]
"""An input to the room, and the events that it caused."""


class Core:
    """The room's state, as logged. Only a `Turn` changes it.

    `told` is called with each input once it is on disk. `ways` lists the channels through which
    players can be notified.
    """

    def __init__(
        self, database: Database, time: RoomTime | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:  # fmt: skip
        """Resume the room from its log. Raises `LogDamaged`.

        Without a `time`, the room time follows the wall clock. `random_bytes` supplies the
        random bytes for draws and ids; only demonstrations replace the system's source.
        """
        self.database = database
        self.random_bytes = random_bytes
        with database.transaction() as connection:
            self.head = log.head(connection)
            self.people = people.everybody(connection)
            # Extra table numbers do no harm: the database decides.
            self.chips_given = outbox.chips_given(connection)
            found = log.open_tournament(connection)
            self.evening: Evening | None = None
            if found is not None:
                room = log.rebuilt(connection, found[0], found[2])
                self.evening = _evening(database.names.name, *found, room)
        self.time = time or RoomTime(self.head.at, self.head.wall)
        self.health = LogHealth.OK
        self.problem = ""
        self.results_changed = 0
        self.ways: tuple[Way, ...] = ()
        self.told: Callable[[Happened], None] | None = None

    @property
    def room(self) -> Room:
        """Return the current room, which is empty while no tournament is open."""
        return self.evening.room if self.evening is not None else Room()

    def shown_as(self, player: str) -> str:
        """Return a player's public name, or their id if their data has been deleted."""
        known = self.people.get(player)
        return known.shown_as if known is not None else player

    def new_day(self) -> str:
        """Return today's date if a new day has begun in an open cash game, else ""."""
        if self.evening is None or self.evening.rules.cash is None or self.room.ended:
            return ""
        day = datetime.fromtimestamp(self.time.wall() / 1000).astimezone().date().isoformat()
        return day if day > self.room.cash.day else ""

    @contextmanager
    def turn(self) -> "Iterator[Turn]":
        """Return a context manager for one transaction: all its changes take effect, or none do.

        Raises `StoreFailed` if the changes can't be stored.
        """
        try:
            with self.database.transaction() as connection:
                turn = Turn(self, connection)
                yield turn
                turn.close()
        except StoreFailed as failed:
            if failed.health != self.health:
                logger.error("%s", failed)  # noqa: TRY400
            self.health, self.problem = failed.health, str(failed)
            raise
        self.evening, self.head, self.people = turn.evening, turn.head, turn.people
        # Chips that did not add up remain a problem until the next evening is opened.
        if turn.opened or (self.health != LogHealth.BOOKS and turn.wrote):
            self.health, self.problem = LogHealth.OK, ""
        self.results_changed += turn.results
        if self.told is not None:
            for happened in turn.happened:
                self.told(happened)
        if turn.unbalanced:
            self.health, self.problem = LogHealth.BOOKS, turn.unbalanced


class Turn:
    """The changes made in one transaction.

    `orders` are the orders given to tables. `kept` lists the table events to store, each with its
    table's number.
    """

    def __init__(self, core: Core, connection: Connection) -> None:
        self.connection = connection
        self.evening, self.head, self.people = core.evening, core.head, core.people
        self.at, self.wall = max(core.time.now(), core.head.at), core.time.wall()
        self.orders: list[Order] = []
        self.kept: list[tuple[int, Envelope]] = []
        self._answered: dict[str, Answer] = {}
        self._unwritten: list[Answer] = []
        self.unbalanced = ""
        self.results = 0
        self.happened: list[Happened] = []
        self.wrote = self.opened = False
        self.random_bytes = core.random_bytes
        self._core = core

    @property
    def room(self) -> Room:
        """Return the room as changed so far in this transaction."""
        return self.evening.room if self.evening is not None else Room()

    def happen(self, said: RoomInput, actor: str, source: str = "") -> Step:
        """Apply an input to the room, and return the result; a refused input is logged too.

        `actor` names the person or program that caused the input. `source` is the address that the
        request came from.
        """
        if self.evening is None:
            return Step(Room(), refused=NO_TOURNAMENT)
        said, evening = msgspec.structs.replace(said, at=self.at), self.evening
        try:
            done = self._tried(evening, said)
        except ChipsLost as lost:
            self.unbalanced = f"the books don't balance: {lost}; nothing was done"
            logger.error("%s", self.unbalanced)  # noqa: TRY400
            done = Step(evening.room, refused=BOOKS)
        entry = log.Entry(
            self.at, self.wall, evening.id, actor, said, done.events, done.orders, done.refused,
            source,
        )  # fmt: skip
        self.head = log.append(self.connection, self.head, entry)
        self.wrote = True
        if not done.refused:
            self._take(evening, done)
            self.happened.append((said, done.events))
        return done

    def would_refuse(self, said: RoomInput) -> str:
        """Return the id of the reason why an input would be refused now, or "" if accepted."""
        if self.evening is None:
            return NO_TOURNAMENT
        return self._tried(self.evening, said).refused

    def _tried(self, evening: Evening, said: RoomInput) -> Step:
        room = log.numbered(evening.room, self.head.n + 1)
        return step(room, msgspec.structs.replace(said, at=self.at), evening.rules)

    def passes(self, said: RoomInput, actor: str) -> None:
        """Apply a routine input, and log it only if it changes something or gives an order."""
        if self.evening is None:
            return
        done = self._tried(self.evening, said)
        changes = not (done.refused or _same(self.evening.room, done.room))
        if done.events or done.orders or changes:
            self.happen(said, actor)

    def note(
        self, said: dict[str, Any], actor: str, source: str = "", orders: tuple[Order, ...] = ()
    ) -> None:
        """Log an action that the room's rules do not cover, and give ids to its orders."""
        name = self.evening.id if self.evening is not None else ""
        entry = log.Entry(self.at, self.wall, name, actor, said, source=source)
        self.head = log.append(self.connection, self.head, entry)
        given = tuple(
            msgspec.structs.replace(one, id=f"{self.head.n}.{k}") for k, one in enumerate(orders)
        )
        self._give(given)
        self.wrote = True

    def answer(self, said: Answer) -> bool:
        """Record a table's answer to an order; return whether it is the first for that order."""
        first = said.order.id not in self._answered
        if first:
            self._answered[said.order.id] = said
            self._unwritten.append(said)
        return first

    def chips_under_way(self, table: int) -> bool:
        """Return whether a table has an unanswered order that changes chips."""
        if table not in self._core.chips_given:
            return False
        self._write_chips()
        return outbox.chips_under_way(self.connection, table)

    def chips_to_come(self, table: int, since: int) -> dict[int, int]:
        """Return, by seat, the chips added by orders that a table carried out after event `since`.

        The table may not have reported them yet. Chips that were taken away count as negative.
        """
        if table not in self._core.chips_given:
            return {}
        self._write_chips()
        return outbox.chips_to_come(self.connection, table, since)

    def _write_chips(self) -> None:
        if any(one.order.kind in outbox.CHIPS for one in self._unwritten):
            self._write_answers()

    def _write_answers(self) -> None:
        outbox.answer(self.connection, self._unwritten)
        self._unwritten.clear()

    def close(self) -> None:
        """Write all table events and answers of this transaction in one batch."""
        if self._unwritten or self.kept:
            with self._core.database.together(self.connection):
                self._write_answers()
                tables.keep(self.connection, self.wall, self.kept)

    def open(self, name: str, title: str, rules: Tournament, bar: str = "") -> None:
        """Open another tournament or cash game, with an empty room.

        `name` is its id, `title` the name shown to people, and `bar` the bar where it is played, if
        any.
        """
        self.connection.execute(
            insert(tournament).values(
                id=name,
                title=title,
                rules=msgspec.msgpack.encode(rules),
                opened=self.head.n,
                bar=bar,
            )
        )
        wire = self._core.database.names.name
        self.evening = _evening(wire, name, title, rules, new_room(rules))
        self.opened = True

    def _take(self, evening: Evening, done: Step) -> None:
        self.evening = msgspec.structs.replace(evening, room=done.room)
        self._give(tuple(command_of(one, done.room, evening.playing) for one in done.orders))  # type: ignore[arg-type]
        for event in done.events:
            if isinstance(event, TournamentEnded):
                self._ended(evening.id, event)
            elif isinstance(event, DayOver):
                # Stored apart from the log: another version of this software may run the next day.
                bags.keep(self.connection, evening.id, evening.rules.days.series, event)
                self._closed(evening.id)
            elif isinstance(event, s.SeatWon):
                won = (evening.id, event.player, event.target, event.worth)
                tickets.won(self.connection, *won, n=self.head.n)
            elif isinstance(event, s.TicketTaken):
                tickets.used(self.connection, event.ticket, evening.id)
            elif isinstance(event, s.TicketReturned):
                tickets.used(self.connection, event.ticket, "")
        over = any(isinstance(event, TournamentEnded | DayOver) for event in done.events)
        if over or self.head.n % log.SNAPSHOT_EVERY == 0:
            log.keep_snapshot(self.connection, self.head, evening.id, done.room)

    def _give(self, orders: tuple[Order, ...]) -> None:
        outbox.give(self.connection, self.head.n, orders)
        self.orders.extend(orders)
        self._core.chips_given.update(one.table for one in orders if one.kind in outbox.CHIPS)

    def _ended(self, name: str, ended: TournamentEnded) -> None:
        rows = [
            {"tournament": name, "player": one.player, "first": one.first, "last": one.last,
             "points": ended.points.get(one.player, 0)}
            for one in placed(self.room)
        ]  # fmt: skip
        if rows:
            self.connection.execute(insert(result), rows)
        self.results += 1
        self._closed(name)

    def _closed(self, name: str) -> None:
        done = update(tournament).where(tournament.c.id == name).values(ended=self.head.n)
        self.connection.execute(done)


def _evening(
    wire: Callable[[str], str], name: str, title: str, rules: Tournament, room: Room
) -> Evening:
    house, languages = load_house(rules.house), rules.posting.languages.value
    chips = tuple(sorted({value for _, value in rules.start.chips.value}))
    playing = Playing(
        name, rules.house, house_hash(house), wire, languages, chips if rules.cash is None else ()
    )
    return Evening(playing, title, rules, room, house.disclosure.tells_stacks)


def _same(before: Room, after: Room) -> bool:
    """Return whether two states of a room are equal apart from input count, time and clock."""
    fields = (name for name in Room.__struct_fields__ if name not in ("n", "at", "clock"))
    return all(getattr(before, name) == getattr(after, name) for name in fields)
