"""Plays hand for hand at many tables: checks that no table is early, and times the release.

The tables are simulated and speak the contract over a real mosquitto; the core is a process.
"""

import random
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from hardware.twin.halls.sim_hall import SimHall
from hardware.twin.halls.sim_table import SimTable
from tests.rig.venue_room import ROOT, RealRoom, wait_for

NAME = "hand-for-hand"
SEATS = 8
AT_ONCE = 0.3
"""Share of tables that end their hands at the same time: they end in clusters, as in a room."""


class Released(msgspec.Struct, frozen=True):
    """The results of a number of rounds.

    `early` counts hands that began before every table had ended the one before. A release lasts
    from the end of the last hand of a round until the last table may deal, in ms.
    """

    tables: int
    rounds: int
    early: int
    release_p50_ms: float
    release_p99_ms: float
    release_max_ms: float
    hands: int
    seconds: float


def hand_for_hand_command(
    tables: Annotated[int, typer.Option(min=2, max=1000, help="Number of tables.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play hand for hand at many tables. Status 1: one was early, or a release took over 0.5 s."""
    with tempfile.TemporaryDirectory(prefix="tapis-hfh-") as name:
        done = measure_rounds(Path(name), tables, rounds, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if done.early or done.release_p99_ms > 500:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_rounds(folder: Path, tables: int, rounds: int, seed: int) -> Released:
    """Play this many rounds, and time each release."""
    room = RealRoom(folder, 0)
    room.broker.start()
    names = [str(number) for number in range(1, tables + 1)]
    hall = SimHall(ROOT, [SimTable(name, SEATS) for name in names], room.broker.port, seed)
    try:
        hall.start()
        hall.up.wait()
        room.core.start()
        _open(room, tables)
        wait_for(lambda: len(hall.may_deal) == tables, "all tables may deal", 120)
        room.desk.sure("do", "hand-for-hand", on=True)
        wait_for(lambda: _first_round(hall), "the first round", 120)
        rounds_played = _Rounds(hall, tables, random.Random(seed))
        began = time.monotonic()
        for _ in range(rounds):
            rounds_played.one()
        took = sorted(rounds_played.took)
        return Released(
            tables, rounds, rounds_played.early, _at(took, 0.5), _at(took, 0.99), _at(took, 1.0),
            rounds_played.hands, round(time.monotonic() - began, 1),
        )  # fmt: skip
    finally:
        hall.stop()
        room.desk.close()
        room.core.kill()
        room.broker.kill()


def _first_round(hall: SimHall) -> bool:
    """Return whether every table is held for hand-for-hand play, and released for one hand."""
    with hall.lock:
        return all(NAME in table.holds and table.may_deal for table in hall.tables.values())


def _open(room: RealRoom, tables: int) -> None:
    """Begin an evening with full tables, so that no table breaks and nobody moves."""
    desk = room.desk
    wait_for((room.folder / "bench-venue.sock").exists, "the core runs")
    desk.sure("do", "open-tournament", file="redcactus")
    for number in range(1, tables + 1):
        desk.sure("do", "open-table", table=number, seats=SEATS)
    for number in range(tables * SEATS):
        desk.sure("do", "enter", name=f"Player {number}", member_no=str(number + 1))
    desk.sure("do", "close-list")
    desk.sure("do", "draw-seats", witness="bench")
    desk.sure("do", "start")
    # A level without end: levels are not part of the measurement.
    desk.sure("do", "hold", name="bench", clock_runs=False)
    desk.sure("do", "release", name="bench")


class _Rounds:
    def __init__(self, hall: SimHall, tables: int, rng: random.Random) -> None:
        self._hall = hall
        self._tables = tables
        self._rng = rng
        self._ended = dict.fromkeys(hall.tables, 0)
        self._begun = dict.fromkeys(hall.tables, 0)
        self.took: list[float] = []
        self.early = self.hands = 0

    def one(self) -> None:
        """Have every table play its hand of this round as soon as it may."""
        waits = deque(self._hall.tables)
        while waits:
            may = set(self._hall.may_deal)
            for name in list(may):
                # A table that may deal again before all have ended is early.
                self.early += self._begun[name] > min(self._ended.values())
                self._begun[name] += 1
                self._hall.begin(name)
            playing = [name for name in self._hall.tables if self._begun[name] > self._ended[name]]
            self._rng.shuffle(playing)
            for name in playing[: max(1, int(self._tables * AT_ONCE))]:
                self._hall.end(name, 0.0, 0)
                self._ended[name] += 1
                self.hands += 1
                waits.remove(name)
            if not playing:
                time.sleep(0.001)
        over = time.perf_counter()
        wait_for(lambda: len(self._hall.may_deal) == self._tables, "the round is released")
        self.took.append((time.perf_counter() - over) * 1000)


def _at(took: list[float], share: float) -> float:
    return round(took[min(len(took) - 1, int(len(took) * share))], 1)
