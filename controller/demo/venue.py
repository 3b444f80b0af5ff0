"""`tapis demo --venue`: a league night over several tables, from the draw to the points.

The room's core is the real one, with its log and its broker; the tables are simulated and only say
what became of each hand. One thing happens after the other, so that a seed is one evening.
"""

import asyncio
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import typer

from controller.config.model import BrokerConfig
from controller.contract.errors import TapisError
from controller.contract.venue import desk as d
from controller.contract.venue import outputs as o
from controller.contract.venue.kinds import RoomEvent
from controller.contract.venue.rights import Role
from controller.demo.broker import demo_broker
from controller.demo.pages import pages
from controller.run.wall_clock import wall_ms
from controller.venue.core import actions
from controller.venue.core.config import VenueConfig
from controller.venue.core.room_time import RoomTime
from controller.venue.core.run import VenueDaemon
from controller.venue.rules.room import Room
from controller.venue.store import log, staff
from hardware.twin.sim_hall import SimHall
from hardware.twin.sim_table import SimTable

VENUE = "demo-room"
STAFF, PASSWORD = "demo", "demo-room"
SEATS = 8
HAND_MS = 150_000
"""So long a hand lasts: a table without a dealer plays 24 an hour."""

HAND_S = 2.0
"""So many seconds a hand takes at speed 1: a night at two tables lasts some five minutes."""

FASTEST = 50.0
BOLD = 0.12
SETTLES_WITHIN = 20.0
NAMES = (
    "Anne", "Bruno", "Chloé", "David", "Élise", "Farid", "Gilles", "Hélène", "Inès", "Jules",
    "Karim", "Lucie", "Marc", "Nadia", "Olivier", "Paula", "Quentin", "Rose", "Samir", "Théo",
    "Ursula", "Victor", "Wanda", "Xavier", "Yves", "Zoé",
)  # fmt: skip


class DemoFailed(TapisError):
    """A demo that did not go on."""


class LeagueNight:
    """An evening of RedCactus: its clock is ours, and goes as fast as `pause` lets it."""

    def __init__(
        self, folder: Path, port: int, tables: Sequence[int], seed: int, venue: str = VENUE
    ) -> None:
        """Set tables and core up in a folder, behind the broker on a port of this machine.

        `tables` are the numbers of the tables, `venue` is the room in their topics.
        """
        self.rng = random.Random(seed)
        self.now = 0
        broker = BrokerConfig(port=port, protocol="3.1.1")
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
        """Begin, and wait until the room and its tables are there."""
        self.hall.start()
        self._thread.start()
        self._until(lambda: self.hall.up.is_set() and self.daemon.settled)

    def stop(self) -> None:
        """End it all."""
        self.daemon.stop()
        self._thread.join(SETTLES_WITHIN)
        self.hall.stop()

    @property
    def room(self) -> Room:
        """Return the room as it is."""
        return self.daemon.core.room

    def open(self, players: int) -> None:
        """Open the tables, enter the players, draw their seats, and begin."""
        self._do(d.OpenTournament("redcactus"))
        for name in self.hall.tables:
            self._do(d.OpenTable(int(name), SEATS))
        for number in range(players):
            name = NAMES[number % len(NAMES)] + ("" if number < len(NAMES) else f" {number}")
            self._do(d.Enter(name=name, shown_as=name, member_no=str(201 + number)))
        self._do(d.CloseList())
        self._do(d.DrawSeats("7h Ks 2d"))
        self._do(d.Start())

    def hire(self, name: str, password: str) -> None:
        """Have a director sign in at the pages."""
        loop = self.daemon.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(self._hired(name, password), loop).result(SETTLES_WITHIN)

    async def _hired(self, name: str, password: str) -> None:
        with self.daemon.core.database.transaction() as connection:
            staff.add(connection, name, Role.DIRECTOR, password, 0)

    def hand(self, boldness: float = BOLD) -> bool:
        """Let one table play a hand, or where none may let time pass; False when all is over."""
        if self.room.ended:
            return False
        may = sorted(self.hall.may_deal, key=int)
        if may:
            name = self.rng.choice(may)
            self.hall.begin(name)
            self.hall.end(name, boldness)
            table = self.hall.tables[name]
            self._until(lambda: self.room.tables[int(name)].hand >= table.hand)
        self.now += HAND_MS // max(1, len(may))
        self.settle()
        return True

    def settle(self) -> None:
        """Wait until the room has taken in all that happened, and nobody is on the way."""
        self.daemon.wake()
        self._until(lambda: self.daemon.settled and not self.room.moves)

    def news(self) -> Iterator[str]:
        """Yield a line for each thing that the room has said since the last time."""
        core = self.daemon.core
        with core.database.transaction() as connection:
            rows = list(log.rows(connection, self._told))
        for row in rows:
            self._told = row["n"]
            for event in log.events_of(row):
                line = _line(event, core.shown_as)
                if line:
                    minutes, seconds = divmod(row["at"] // 1000, 60)
                    yield f"{minutes:3}:{seconds:02}  {line}"

    def _do(self, do: d.AnyDo) -> None:
        """Do what the desk would, in the room's own thread."""
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
                raise DemoFailed("the room does not come to rest")
            time.sleep(0.001)

    def _run(self) -> None:
        try:
            asyncio.run(self.daemon.run())
        except BaseException as error:  # noqa: BLE001
            self._failed.append(error)


def _out(event: o.PlayerOut) -> str:
    if event.provisional:
        return "{0.player} has no chips left, and waits for the break"
    return "{0.player} is out, place {0.first}"


def _level(event: o.LevelBegan) -> str:
    if not event.number:
        return f"break of {event.ms // 60_000} minutes"
    return "level {0.number}: {0.small_blind}/{0.big_blind}"


def _won(event: o.TournamentEnded) -> str:
    return f"{{0.winner}} wins: {event.points.get(event.winner, 0)} points"


SAID: dict[type[RoomEvent], str | Callable[[Any], str]] = {
    o.SeatGiven: "{0.player} sits at {0.seat} with {0.stack}",
    o.LevelBegan: _level,
    o.PlayerOut: _out,
    o.PlayerBack: "{0.player} goes on with {0.stack} ({0.article})",
    o.MovePlanned: "{0.player} moves from {0.source} to {0.target}",
    o.TableBroken: "table {0.table} breaks ({0.articles[0]})",
    o.FinalTable: "the final table is table {0.table}",
    o.TournamentEnded: _won,
}
"""What the terminal says of an evening; everything else is left out."""


def _line(event: RoomEvent, shown: Callable[[str], str]) -> str:
    """Return an event of the room as a line, "" for what needs none."""
    said = SAID.get(type(event), "")
    words = said if isinstance(said, str) else said(event)
    for name in ("player", "winner"):
        if hasattr(event, name):
            event = msgspec.structs.replace(event, **{name: shown(getattr(event, name))})
    return words.format(event)


def league_night(
    tables: int, seed: int, port: int = 0, speed: float = 1.0, *, with_pages: bool = True
) -> None:
    """Play a whole league night in the terminal: two tables of eight, or as many as given.

    At speed 1 a hand takes some seconds; 50 is as fast as it goes. The room's pages are served
    beside it, unless it is played without.
    """
    pause = 0.0 if speed >= FASTEST else HAND_S / speed
    with (
        tempfile.TemporaryDirectory(prefix="tapis-room-") as folder,
        demo_broker(port) as broker,
        ExitStack() as beside,
    ):
        port = broker.port
        night = LeagueNight(Path(folder), port, range(1, tables + 1), seed)
        typer.echo(f"a league night at {tables} tables, seed {seed}; MQTT at 127.0.0.1:{port}")
        try:
            night.start()
            if with_pages:
                config = night.daemon.config
                address = beside.enter_context(pages(config.root, port, config.desk))
                night.hire(STAFF, PASSWORD)
                typer.echo(f"the room's pages: {address} (staff: {STAFF}, password {PASSWORD})")
            night.open(tables * SEATS)
            going = True
            while going:
                for line in night.news():
                    typer.echo(line)
                time.sleep(pause)
                going = night.hand()
            _results(night)
        finally:
            night.stop()


def _results(night: LeagueNight) -> None:
    room, shown = night.room, night.daemon.core.shown_as
    placed = sorted((one.place, one.id) for one in room.players.values() if one.place is not None)
    for (first, last), player in placed:
        place = str(first) if first == last else f"{first}-{last}"
        typer.echo(f"{place:>5}  {shown(player)}")
