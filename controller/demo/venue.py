"""`tapis demo --venue`: a league night at several tables, from the seat draw to the league points.

The room's core is the real one, with its log and its broker. The tables are simulated and only
report the result of each hand. Everything happens sequentially, so a seed determines the evening.
"""

import asyncio
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer

from controller.contract.errors import TapisError
from controller.contract.venue import desk as d
from controller.contract.venue import outputs as o
from controller.contract.venue.kinds import RoomEvent
from controller.contract.venue.rights import Role
from controller.demo.broker import demo_broker
from controller.demo.pages import pages
from controller.run.upkeep.wall_clock import wall_ms
from controller.venue.core.config import RoomBroker, VenueConfig
from controller.venue.core.room_time import RoomTime
from controller.venue.core.run import VenueDaemon
from controller.venue.core.staff import actions
from controller.venue.rules.books.room import Room
from controller.venue.store import log
from controller.venue.store.persons import staff
from display.words.locale import N_
from display.words.names import Words, words
from hardware.twin.halls.sim_hall import SimHall
from hardware.twin.halls.sim_table import SimTable

VENUE = "demo-room"
STAFF, PASSWORD = "demo", "demo-room"
SEATS = 8
HAND_MS = 150_000
"""How long (ms) a hand lasts on the room's clock.

This is the pace of a table without a dealer: 24 hands an hour.
"""

HAND_S = 2.0
"""How long (s) a viewer waits for a hand at speed 1: a night at two tables takes five minutes."""

LOOK_S = 0.1
"""The interval (s) at which a room that people run themselves checks whether play has begun."""

FASTEST = 50.0
BOLD, DEEP = 0.25, 6
"""The probability that a loser of a hand loses the whole stack when the average stack is at most
`DEEP` big blinds. It is lower for deeper stacks."""

SETTLES_WITHIN = 20.0
NAMES = (
    "Anne", "Bruno", "Chloé", "David", "Élise", "Farid", "Gilles", "Hélène", "Inès", "Jules",
    "Karim", "Lucie", "Marc", "Nadia", "Olivier", "Paula", "Quentin", "Rose", "Samir", "Théo",
    "Ursula", "Victor", "Wanda", "Xavier", "Yves", "Zoé",
)  # fmt: skip


class DemoFailed(TapisError):
    """A demo that can't continue."""


class LeagueNight:
    """A league evening under the RedCactus rules; the evening's clock advances with each hand."""

    def __init__(
        self, folder: Path, port: int, tables: Sequence[int], seed: int, venue: str = VENUE
    ) -> None:
        """Set up the tables and the room's core in `folder`, using the broker on `port`.

        The broker is on this machine. `tables` are the numbers of the tables. `seed` makes the
        simulated evening repeatable. `venue` is the room's name in its topics.
        """
        self.rng = random.Random(seed)
        self.now = 0
        broker = RoomBroker(port=port)
        config = VenueConfig(
            venue, str(folder / "room.db"), str(folder / "room.sock"), broker=broker
        )
        self.daemon = VenueDaemon(
            config, RoomTime(0, 0, ticks=lambda: self.now, now=wall_ms),
            self.rng.randbytes,
        )  # fmt: skip
        names = [str(number) for number in tables]
        self.hall = SimHall(config.root, [SimTable(name, SEATS) for name in names], port, seed)
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="room", daemon=True)
        self._told = 0

    def start(self) -> None:
        """Start the room and its tables, and wait until they are ready."""
        self.hall.start()
        self._thread.start()
        self._until(lambda: self.hall.up.is_set() and self.daemon.settled)

    def stop(self) -> None:
        """Stop the room and its tables."""
        self.daemon.stop()
        self._thread.join(SETTLES_WITHIN)
        self.hall.stop()

    @property
    def room(self) -> Room:
        """Return the room's current state."""
        return self.daemon.core.room

    def open(self, players: int) -> None:
        """Open a tournament and its tables, register `players` people, draw seats, and start."""
        self._do(d.OpenTournament("redcactus"))
        for name in self.hall.tables:
            self._do(d.OpenTable(int(name), SEATS))
        for number in range(players):
            name = NAMES[number % len(NAMES)] + ("" if number < len(NAMES) else f" {number}")
            self._do(d.Enter(name=name, shown_as=name, member_no=str(201 + number)))
        self._do(d.CloseList())
        self._do(d.DrawSeats("7h Ks 2d"))
        self._do(d.Start())

    @property
    def begun(self) -> bool:
        """Return whether a tournament has started and not yet ended."""
        return self.room.started and not self.room.ended

    def hire(self, name: str, password: str) -> None:
        """Create a director's account for the room's pages."""
        loop = self.daemon.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(self._hired(name, password), loop).result(SETTLES_WITHIN)

    async def _hired(self, name: str, password: str) -> None:
        with self.daemon.core.database.transaction() as connection:
            staff.add(connection, name, Role.DIRECTOR, password, 0)

    def hand(self, boldness: float = BOLD, played: Callable[[], object] = bool) -> bool:
        """Have one table play a hand, if any table is able to, and advance the clock.

        Returns False, without doing anything, if the tournament has already ended. `boldness` is
        the probability that a loser loses the whole stack; it is reduced at a table with deep
        stacks. `played` is called while the hand is in progress.
        """
        if self.room.ended:
            return False
        may = sorted(self.hall.may_deal, key=int)
        if may:
            name = self.rng.choice(may)
            self.hall.begin(name)
            played()
            table = self.hall.tables[name]
            self.hall.end(name, boldness * _shallow(table))
            self._until(lambda: self.room.tables[int(name)].hand >= table.hand)
        self.now += HAND_MS // max(1, len(may))
        self.settle()
        return True

    def settle(self) -> None:
        """Wait until the room has processed all inputs and no player is moving to another table."""
        self.daemon.wake()
        self._until(lambda: self.daemon.settled and not self.room.moves)

    def news(self, said: Words) -> Iterator[str]:
        """Yield the terminal's lines about the room's events since the last call."""
        core = self.daemon.core
        with core.database.transaction() as connection:
            rows = list(log.rows(connection, self._told))
        for row in rows:
            self._told = row["n"]
            for event in log.events_of(row):
                line = _line(event, core.shown_as, said)
                if line:
                    minutes, seconds = divmod(row["at"] // 1000, 60)
                    yield f"{minutes:3}:{seconds:02}  {line}"

    def _do(self, do: d.AnyDo) -> None:
        """Carry out a staff action in the room's own thread."""
        loop = self.daemon.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(self._acted(do), loop).result(SETTLES_WITHIN)
        self.settle()

    async def _acted(self, do: d.AnyDo) -> None:
        with self.daemon.core.turn() as turn:
            actions.act(turn, do, "demo", "")
        self.daemon.done(turn.orders)

    def _until(self, condition: Callable[[], bool]) -> None:
        ends = time.monotonic() + SETTLES_WITHIN
        while not condition():
            if self._failed:
                raise DemoFailed("the room has failed") from self._failed[0]
            if time.monotonic() > ends:
                raise DemoFailed("the room does not settle")
            time.sleep(0.001)

    def _run(self) -> None:
        try:
            asyncio.run(self.daemon.run())
        except BaseException as error:  # noqa: BLE001
            self._failed.append(error)


def _shallow(table: SimTable) -> float:
    """Return the factor by which deep stacks reduce the boldness of play at a table.

    It is 1 if the average stack is at most `DEEP` big blinds, and smaller for deeper stacks.
    """
    stacks = [table.seats[seat].stack for seat in table.running]
    return min(1.0, DEEP * table.level[1] * len(stacks) / max(1, sum(stacks)))


def _line(event: RoomEvent, shown: Callable[[str], str], said: Words) -> str:
    """Return the terminal's line about a room event, or "" if the event is not reported."""
    known: dict[str, object] = {}
    match event:
        case o.SeatGiven(seat=seat, stack=stack):
            text, known = N_("{player} sits at {seat} with {stack}"), {"seat": seat, "stack": stack}
        case o.LevelBegan(number=number, small_blind=small, big_blind=big, ms=ms):
            text = N_("level {number}: {blinds}") if number else N_("{minutes}-minute break")
            known = {"number": number, "blinds": f"{small}/{big}", "minutes": ms // 60_000}
        case o.PlayerOut(first=place, provisional=waits):
            out = N_("{player} is out (place {place})")
            text = N_("{player} has no chips left, and is waiting for the break") if waits else out
            known = {"place": place}
        case o.PlayerBack(stack=stack, article=article):
            text = N_("{player} continues with {stack} ({article})")
            known = {"stack": stack, "article": article}
        case o.MovePlanned(source=seat, target=to):
            text, known = N_("{player} moves from {seat} to {to}"), {"seat": seat, "to": to}
        case o.TableBroken(table=table, articles=articles):
            text = N_("table {table} breaks ({article})")
            known = {"table": table, "article": articles[0]}
        case o.FinalTable(table=table):
            text, known = N_("the final table is table {table}"), {"table": table}
        case o.TournamentEnded(winner=winner, points=points):
            text, known = N_("{player} wins: {points} points"), {"points": points.get(winner, 0)}
        case _:
            return ""
    player = shown(getattr(event, "player", "") or getattr(event, "winner", ""))
    return said.say(text, player=player, **known)


def league_night(
    tables: int, seed: int, port: int = 0, speed: float = 1.0, *,
    stop: threading.Event, with_pages: bool = True, language: str = "en",
) -> None:  # fmt: skip
    """Play a league night at `tables` tables of eight in the terminal, until it ends or is stopped.

    At speed 1, a hand takes `HAND_S` seconds; at `FASTEST`, hands follow one another without a
    pause. If `with_pages` is true, the room's pages are served too. `language` is used in the
    terminal, and for browsers that ask for none of the available languages.
    """
    said = words(language)
    pause = 0.0 if speed >= FASTEST else HAND_S / speed
    first = N_("a league night at {tables} tables, seed {seed}; MQTT at 127.0.0.1:{port}")
    with _night(tables, seed, port, said, first, with_pages) as night:
        night.open(tables * SEATS)
        going = True
        while going:
            for line in night.news(said):
                typer.echo(line)
            going = night.hand(played=lambda: stop.wait(pause / 2))
            if stop.wait(pause / 2):
                return
        _results(night)


def empty_room(
    tables: int, seed: int, port: int = 0, speed: float = 1.0, *,
    stop: threading.Event, language: str = "en",
) -> None:  # fmt: skip
    """Run a room in which people open tournaments, draw seats and start play on its web pages.

    Its tables deal automatically while a tournament is running. The room runs until `stop` is set.
    """
    said = words(language)
    pause = LOOK_S if speed >= FASTEST else max(LOOK_S, HAND_S / speed)
    first = N_("an empty room (tables: {tables}); MQTT at 127.0.0.1:{port}")
    with _night(tables, seed, port, said, first) as night:
        while not stop.wait(pause if night.begun else LOOK_S):
            if night.begun:
                night.hand()
            for line in night.news(said):
                typer.echo(line)


@contextmanager
def _night(
    tables: int, seed: int, port: int, said: Words, first: str, with_pages: bool = True
) -> Iterator[LeagueNight]:
    """Print `first` and yield a league night whose room has started.

    If `with_pages` is true, the room's web pages are served too.
    """
    with (
        tempfile.TemporaryDirectory(prefix="tapis-room-") as folder,
        demo_broker(port) as broker,
        ExitStack() as beside,
    ):
        port = broker.port
        night = LeagueNight(Path(folder), port, range(1, tables + 1), seed)
        typer.echo(said.say(first, tables=tables, seed=seed, port=port))
        try:
            night.start()
            if with_pages:
                config = night.daemon.config
                served = pages(config.root, port, config.desk, 0, said.language)
                address = beside.enter_context(served)
                night.hire(STAFF, PASSWORD)
                there = N_("the room's pages: {address} (staff: {name}, password {password})")
                known = {"address": address, "name": STAFF, "password": PASSWORD}
                typer.echo(said.say(there, **known))
            yield night
        finally:
            night.stop()


def _results(night: LeagueNight) -> None:
    room, shown = night.room, night.daemon.core.shown_as
    placed = sorted((one.place, one.id) for one in room.players.values() if one.place is not None)
    for (first, last), player in placed:
        place = str(first) if first == last else f"{first}-{last}"
        typer.echo(f"{place:>5}  {shown(player)}")
