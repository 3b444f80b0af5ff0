"""Kills core, controllers and broker at random instants of moves and rebuys; checks the outcome.

Everything is real, in processes of its own: mosquitto, `tapis run` for each table, and the core.
"""

import random
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.venue.store.database import Database
from controller.venue.store.verify import verify
from tests.rig.venue_room import RealRoom, RoomFailed, wait_for

LATEST = 0.12
"""Maximum seconds from an action to a kill: about the duration of a move."""

CHIPS = 500
PATIENCE = 30.0


class Crashed(msgspec.Struct, frozen=True):
    """The results of a number of kills.

    `wrong_end` counts outcomes in which a player's seat or stack differs from the books, or the
    room did not come to rest. `chips_lost` are chips that no table has, `doubled` chips that nobody
    issued and players who sit twice.
    """

    kills: int
    wrong_end: int
    chips_lost: int
    doubled: int
    moves: int
    rebuys: int
    core: int
    tables: int
    broker: int
    faults: int
    seconds: float


def crash_command(
    kills: Annotated[int, typer.Option(min=1, help="How many times something is killed.")] = 200,
    tables: Annotated[int, typer.Option(min=2, max=20, help="Number of tables.")] = 3,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Kill core, controllers and broker while players move and rebuy. Status 1: not all held."""
    with tempfile.TemporaryDirectory(prefix="tapis-crash-") as name:
        done = measure_crashes(Path(name), kills, tables, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if done.wrong_end or done.chips_lost or done.doubled or done.faults:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_crashes(folder: Path, kills: int, tables: int, seed: int) -> Crashed:
    """Kill this many times, and check every outcome."""
    room = RealRoom(folder, tables)
    began = time.monotonic()
    try:
        room.start()
        room.open(tables * 6)
        crashes = _Crashes(room, random.Random(seed))
        wait_for(lambda: not crashes.wrong(), "everybody sits")
        for _ in range(kills):
            crashes.one()
        crashes.rest()
    finally:
        room.stop()
    database = Database(folder / "bench-venue.db", alone=False)
    with database.transaction() as connection:
        faults = len(verify(connection).faults)
    database.close()
    return crashes.found(kills, faults, round(time.monotonic() - began, 1))


class _Crashes:
    def __init__(self, room: RealRoom, rng: random.Random) -> None:
        self._room = room
        self._rng = rng
        self._counts = dict.fromkeys(
            ("wrong_end", "chips_lost", "doubled", "moves", "rebuys", "core", "tables", "broker"), 0
        )

    def found(self, kills: int, faults: int, seconds: float) -> Crashed:
        """Return the counts."""
        return Crashed(kills=kills, faults=faults, seconds=seconds, **self._counts)

    def one(self) -> None:
        """Start an action, kill a process in the middle of it, restart it, and check the end."""
        for _ in range(self._rng.randint(1, 3)):
            self._act()
        time.sleep(self._rng.random() * LATEST)
        what = self._rng.choice(("core", "tables", "broker"))
        self._counts[what] += 1
        if what == "broker":
            self._room.broker.kill()
            self._room.broker.start()
        else:
            process = (
                self._room.core
                if what == "core"
                else self._rng.choice(list(self._room.tables.values()))
            )
            process.kill()
            process.start()
        try:
            wait_for(lambda: not self.wrong(), "the room comes to rest", PATIENCE)
        except RoomFailed:
            self._note()

    def rest(self) -> None:
        """Wait until everything runs again and no order is pending, and check once more."""
        try:
            wait_for(lambda: self._room.settled and not self.wrong(), "the room comes to rest")
        except RoomFailed:
            self._note()

    def _act(self) -> None:
        """Move a player, or sell a player chips; a core that is down misses it."""
        entrants = self._room.desk.sure("ask", "entrants")["entrants"]
        seated = [one for one in entrants if one["standing"] == "seated"]
        if not seated:
            return
        one = self._rng.choice(seated)
        if self._rng.random() < 0.3:
            self._tell("rebuys", "rebuy", player=one["player"], chips=CHIPS)
            return
        table, _ = one["seat"]
        others = [name for name in self._room.tables if name != table]
        taken = {tuple(entrant["seat"]) for entrant in entrants if entrant["seat"]}
        free = [
            (name, seat) for name in others for seat in range(1, 9) if (name, seat) not in taken
        ]
        self._tell("moves", "move", player=one["player"], seat=self._rng.choice(free))

    def _tell(self, count: str, kind: str, **fields: Any) -> None:
        try:
            self._counts[count] += bool(self._room.desk.request("do", kind, **fields)["ok"])
        except (OSError, ValueError):
            return

    def wrong(self) -> str:
        """Return what is not at rest or differs from the books; empty if all is well."""
        entrants = self._room.desk.sure("ask", "entrants")["entrants"]
        sits = self._room.states.seats()
        for one in entrants:
            if one["standing"] != "seated":
                return f"{one['player']} is {one['standing']}"
            table, seat = one["seat"]
            there = sits.get(one["player"], [])
            if there != [(str(table), seat, one["stack"])]:
                return f"{one['player']} is to sit at {table}-{seat}, and sits at {there}"
        return ""

    def _note(self) -> None:
        """Count the errors of an outcome."""
        self._counts["wrong_end"] += 1
        entrants = self._room.desk.sure("ask", "entrants")["entrants"]
        sits = self._room.states.seats()
        issued = sum(one["stack"] for one in entrants)
        there = sum(stack for seats in sits.values() for _, _, stack in seats)
        self._counts["chips_lost"] += max(0, issued - there)
        self._counts["doubled"] += max(0, there - issued)
        self._counts["doubled"] += sum(len(seats) > 1 for seats in sits.values())
        typer.echo(f"wrong: {self.wrong()}", err=True)
