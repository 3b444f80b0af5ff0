"""A tournament's levels: one after the other by the table's own clock, over a restart too."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from controller.config.model import TableConfig, load_config
from controller.config.money import LevelConfig, TimedLevelConfig
from controller.contract.commands import Misdeal, SetLevel, StartHand, Structure, StructureLevel
from controller.contract.observations import FloorSaid
from controller.contract.public import LevelView, PublicState
from controller.contract.rules import Variant
from controller.houses.loader import load_house
from controller.run.loop.config_commands import ConfigWord, first_level, structure
from controller.run.loop.daemon import Daemon
from controller.run.loop.runtime import Runtime
from controller.table.state.hand import Level as Blinds
from controller.table.state.table import AtRest, LevelClock, Played, Timed, new_table
from tests.controller.run.test_daemon import no_drivers
from tests.controller.run.test_drivers import playing
from tests.mqtt import until

LIST = (
    TimedLevelConfig(25, 50, minutes=20),
    TimedLevelConfig(50, 100, 25, break_minutes=10),
    TimedLevelConfig(1, 2),
)
MINUTE = 60_000
CONFIG = """
name = "t"
house = "ppc"
seats = 2
chips = "keyed"
hardware = "twin"
layout = "reference"
[[levels]]
small_blind = 25
big_blind = 50
[[levels]]
small_blind = 50
big_blind = 100
break_minutes = 10
[[levels]]
small_blind = 100
big_blind = 200
[[players]]
seat = 1
name = "Anne"
stack = 5000
[[players]]
seat = 2
name = "Bea"
stack = 5000
"""


def test_the_first_level_is_the_lists_or_the_only_one() -> None:
    assert first_level(LevelConfig(5, 10, 1), ()) == SetLevel(5, 10, 1)
    assert first_level(LevelConfig(5, 10, 1), LIST) == SetLevel(25, 50, number=1)
    omaha = LevelConfig(5, 10, game=Variant.OMAHA, structure="pot-limit")
    said = SetLevel(5, 10, game=Variant.OMAHA, structure="pot-limit")
    assert first_level(omaha, ()) == said


ROWS = (
    StructureLevel(1, 25, 50, seconds=1200),
    StructureLevel(2, 50, 100, 25, seconds=1200),
    StructureLevel(0, seconds=600),
    StructureLevel(3, 1, 2),
)


def test_the_whole_list_is_told_with_the_place_that_counts() -> None:
    table = msgspec.structs.replace(
        new_table(2), played=Played(hands=1), level=Blinds(25, 50, number=1)
    )
    assert structure(LIST, table) == Structure(ROWS)
    second = msgspec.structs.replace(table, next_level=Blinds(50, 100, 25, number=2))
    assert structure(LIST, second) == Structure(ROWS, at=1)


def test_no_time_runs_where_none_is_to_run() -> None:
    table = msgspec.structs.replace(
        new_table(2), played=Played(hands=1), level=Blinds(25, 50, number=1)
    )
    assert structure((), table) is None
    assert structure(LIST, msgspec.structs.replace(table, played=Played())) is None, (
        "before the first hand"
    )
    opened, closed = AtRest(tournament="t"), AtRest(closed=True)
    assert structure(LIST, msgspec.structs.replace(table, at_rest=opened)) is None, "the room's"
    assert structure(LIST, msgspec.structs.replace(table, at_rest=closed)) is None
    for number in (0, 3, 4):
        level = Blinds(25, 50, number=number)
        assert structure(LIST, msgspec.structs.replace(table, level=level)) is None


def test_the_list_runs_from_the_first_hand_on_and_has_no_break_behind_it() -> None:
    level = Blinds(25, 50, number=1)
    first = msgspec.structs.replace(new_table(2), level=level)
    first = msgspec.structs.replace(first, hand=msgspec.structs.replace(first.hand, number=1))
    assert structure(LIST, first) == Structure(ROWS)
    late = (*LIST[:2], msgspec.structs.replace(LIST[2], break_minutes=5))
    assert structure(late, first) == Structure(ROWS)
    assert structure(LIST, msgspec.structs.replace(first, timed=Timed())) == Structure(ROWS)
    timed = msgspec.structs.replace(first, timed=Timed(level_clock=LevelClock()))
    assert structure(LIST, timed) is None, "it runs already"


def test_the_config_seats_its_players_at_a_new_table_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(CONFIG)
    runtime = Runtime(load_house("ppc"), new_table(2))
    word = ConfigWord(load_config(path), runtime, lambda: 7)

    def told() -> list[str]:
        """Return what the config says at first, by the names in it."""
        said = word.at_first()
        assert all((one.at, one.by) == (7, "config") for one in said)
        names = ("Anne", "Bea", "set-level")
        return [next(name for name in names if name in one.command) for one in said]

    new = runtime.table
    assert told() == ["set-level", "Anne", "Bea"]
    runtime.table = msgspec.structs.replace(new, level=Blinds(25, 50))
    assert told() == ["Anne", "Bea"]
    taken = msgspec.structs.replace(new.seats[1], name="Cleo")
    runtime.table = msgspec.structs.replace(new, seats=(new.seats[0], taken, *new.seats[2:]))
    assert told() == ["set-level", "Bea"]
    runtime.table = msgspec.structs.replace(new, played=Played(hands=1))
    assert told() == []
    assert word.now() == ()
    hand = msgspec.structs.replace(new.hand, number=1)
    runtime.table = msgspec.structs.replace(new, hand=hand, level=Blinds(25, 50, number=1))
    assert told() == []
    assert [one.by for one in word.now()] == ["config"]


class Table:
    """A daemon whose time is the test's; `states` are those that it has shown."""

    def __init__(self, config: TableConfig) -> None:
        self.now = 0
        self.states: list[PublicState] = []
        self._config = config

    @contextmanager
    def on(self) -> Iterator[Daemon]:
        """Have it switched on."""
        daemon = Daemon(
            self._config, no_drivers, broker=False, ticks=lambda: self.now, speed=100.0
        )  # fmt: skip
        daemon.outputs.on_state.append(self.states.append)
        with playing(daemon):
            assert daemon.ready.wait(30)
            yield daemon

    def says(self, daemon: Daemon, command: msgspec.Struct) -> None:
        """Return a command."""
        daemon.put(FloorSaid(daemon.clock(), "floor", msgspec.json.encode(command).decode()))

    def shows(self, level: LevelView, *, paused: bool = False) -> None:
        """Wait until a level is shown."""
        until(
            lambda: (
                bool(self.states)
                and (self.states[-1].level, self.states[-1].paused) == (level, paused)
            ),
            what=str(level),
        )


def test_levels_follow_one_another(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(CONFIG)
    table = Table(load_config(path))
    first = LevelView(25, 50, number=1)
    with table.on() as daemon:
        table.shows(first)
        table.now += 60 * MINUTE
        table.says(daemon, StartHand())
        timed = msgspec.structs.replace(
            first, next_small_blind=50, next_big_blind=100, next_number=2
        )
        table.shows(msgspec.structs.replace(timed, next_in=20 * MINUTE, break_in=40 * MINUTE))
        table.now += 5 * MINUTE
        left = msgspec.structs.replace(timed, next_in=15 * MINUTE, break_in=35 * MINUTE)
        table.shows(left)
    table.states.clear()
    with table.on() as daemon:
        table.shows(left)
        table.now += 15 * MINUTE
        # The hand that runs is played at its level; the next level's time has begun.
        table.shows(msgspec.structs.replace(timed, break_in=20 * MINUTE))
        table.says(daemon, Misdeal())
        table.says(daemon, StartHand())
        second = LevelView(
            50, 100, number=2, next_in=20 * MINUTE, next_small_blind=100, next_big_blind=200,
            next_number=3, break_in=20 * MINUTE,
        )  # fmt: skip
        table.shows(second)
        table.now += 20 * MINUTE
        rest = msgspec.structs.replace(second, break_in=None, on_break=True)
        table.shows(msgspec.structs.replace(rest, next_in=10 * MINUTE), paused=True)
        table.now += 4 * MINUTE
        # Nothing happens in a break; who comes now is told what is left of it.
        table.shows(msgspec.structs.replace(rest, next_in=6 * MINUTE), paused=True)
        table.says(daemon, Misdeal())
        table.now += 6 * MINUTE
        table.shows(LevelView(100, 200, number=3))
