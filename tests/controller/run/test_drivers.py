"""A table on real devices: the daemon opens them, and boards say what lies on the felt."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from controller.config.devices import DeviceConfig
from controller.config.model import TableConfig, load_config
from controller.contract.observations import Observation
from controller.run.loop.daemon import Daemon
from controller.run.loop.drivers import (
    OPENERS,
    ByTurns,
    open_drivers,
    open_nodes,
    open_registry,
    plans_read,
    rounds_of,
)
from controller.run.loop.runtime import StepResult
from controller.sensing.registry import save_registry
from hardware.keys import save_keys
from hardware.node.link import Link
from hardware.pads.keypad import LAPSES_MS
from hardware.ports import Driver
from hardware.twin.bank import new_registry
from tests.hardware.cable import Cable
from tests.hardware.twin_board import TwinBoard
from tests.mqtt import until

EXAMPLE = Path(__file__).parents[3] / "docs/table.toml"
PROGRAM = Path(__file__).parents[2] / "hardware/board_program.py"


class Felt:
    """A table's folder, the cables that end in it, and the config that names them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cables: dict[str, Cable] = {}
        self.antennas = [
            ("hand.1", "west"),
            ("hand.2", "west"),
            ("board", "west"),
            ("muck", "west"),
        ]
        self.keys: dict[str, bytes] = {}
        """The nodes' keys; where there are any, the table believes nobody without."""
        save_registry(new_registry(), folder / "tags.toml")

    def plug(self, device: str, role: str = "antennas", **options: object) -> Cable:
        """Plug a board in, of the id and role that the options say."""
        board = TwinBoard(PROGRAM, {"id": device, "role": role, **options})
        cable = self.cables[device] = Cable(board, self.folder / f"usb-{device}")
        return cable

    def config(self, *, language: str = "en", **roles: str) -> TableConfig:
        """Return the config of a table with the devices of these roles."""
        lines = [
            'name = "t"', 'house = "ppc"', "seats = 2", 'chips = "keyed"', 'hardware = "devices"',
            "[broker]", "port = 1", "[display]", f'language = "{language}"',
        ]  # fmt: skip
        if self.keys:
            save_keys(self.folder / "node-keys", self.keys)
            lines += ["[links]", 'keys = "required"']
        for device, role in roles.items():
            lines += ["[[devices]]", f'name = "{device}"', 'kind = "node"', f'role = "{role}"']
            lines += [f'port = "{self.folder}/usb-{device}"']
            lines += ["seat = 1"] if role == "seat" else []
        for zone, device in self.antennas:
            lines += ["[[antennas]]", f'name = "{zone}"', f'zone = "{zone}"', "period = 100"]
            lines += [f'device = "{device}"']
        path = self.folder / "table.toml"
        path.write_text("\n".join(lines))
        return load_config(path)


@pytest.fixture
def felt(tmp_path: Path) -> Iterator[Felt]:
    felt = Felt(tmp_path)
    yield felt
    for cable in felt.cables.values():
        cable.close()


@contextmanager
def playing(daemon: Daemon) -> Iterator[None]:
    """Have a daemon play in a thread of this process."""
    thread = threading.Thread(target=lambda: asyncio.run(daemon.run()))
    thread.start()
    try:
        yield
    finally:
        daemon.stop()
        thread.join(20)
        assert not thread.is_alive()


def test_every_kind_of_device_is_opened_and_documented() -> None:
    kinds = get_args(get_type_hints(DeviceConfig)["kind"])
    assert [*OPENERS] == [*kinds]
    (line,) = re.findall(r'^# kind = "node" +# (.*)$', EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert re.split(", | or ", line) == [*kinds]


def test_sensing_and_nodes_count_on_the_periods_that_slots_give(felt: Felt) -> None:
    felt.antennas.append(("shoe", "shoe"))
    config = felt.config(west="antennas", shoe="shoe")
    assert (plans_read(config), rounds_of(config)) == (config.plans(), None)
    turns = replace(config, links=replace(config.links, slots=True))
    rounds = rounds_of(turns)
    assert rounds is not None
    assert {plan.period for plan in plans_read(turns)} == {rounds.standing.frame}
    assert "shoe" in rounds.standing.slots
    drivers = open_drivers(turns, open_registry(turns), lambda: 0)
    assert [type(one) for one in drivers].count(ByTurns) == 1


def the_link(drivers: tuple[Driver, ...], name: str) -> Link:
    """Return the link to a device."""
    (link,) = [driver for driver in drivers if isinstance(driver, Link) and driver.name == name]
    return link


def test_each_node_of_the_config_gets_its_link(felt: Felt) -> None:
    config = felt.config(west="antennas", anne="seat", shoe="shoe", ring="ring")
    drivers = open_drivers(config, open_registry(config), lambda: 0)
    names = [driver.name for driver in drivers if isinstance(driver, Link)]
    assert names == ["west", "anne", "shoe", "ring"]
    for driver in drivers:
        driver.stop()


def test_the_daemon_opens_the_devices_and_plays(felt: Felt) -> None:
    felt.plug("west")
    felt.plug("anne", role="seat")
    daemon = Daemon(felt.config(west="antennas", anne="seat"), broker=False)
    seen: list[tuple[Observation, StepResult]] = []
    daemon.on_result.append(lambda observation, result: seen.append((observation, result)))
    links = [the_link(daemon.drivers, name) for name in ("west", "anne")]
    with playing(daemon):
        assert daemon.ready.wait(60)
        until(lambda: all(link.up for link in links))
        until(lambda: links[0].status().frames > 20)
        sent = [frame for frame in links[0].frames() if frame.way == "out" and frame.kind == 10]
        assert len(sent) >= 1
    assert seen
    assert [result.seq for _, result in seen] == sorted(result.seq for _, result in seen)


@pytest.mark.parametrize(("language", "written"), [("en", "Fold?"), ("fr", "Se coucher?")])
def test_a_seats_display_is_written_in_the_tables_language(
    felt: Felt, language: str, written: str, caplog: pytest.LogCaptureFixture
) -> None:
    # It presses key 1, fold, and says what it was told to show.
    felt.plug("anne", role="seat", presses=2, echoes=True)
    config = felt.config(language=language, west="antennas", anne="seat")
    _, link = open_nodes(config, lambda: 0)
    link.start(lambda _: None)
    try:
        until(lambda: written in caplog.text)
    finally:
        link.stop()


class Governed:
    """A clock that somebody turns."""

    def __init__(self) -> None:
        self.now = 5_000

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.now


def test_a_seats_question_lapses_by_the_clock_alone(
    felt: Felt, caplog: pytest.LogCaptureFixture
) -> None:
    felt.plug("anne", role="seat", presses=2, echoes=True)
    ticks = Governed()
    _, link = open_nodes(felt.config(west="antennas", anne="seat"), ticks)
    link.start(lambda _: None)
    try:
        until(lambda: "Fold?" in caplog.text)
        caplog.clear()
        ticks.now += LAPSES_MS
        until(lambda: '"lines":[""]' in caplog.text)
    finally:
        link.stop()


def test_a_table_lives_by_the_clock_that_it_is_given(felt: Felt) -> None:
    """It stands still, and the start with it; it runs, and the start is over before 3 s are."""
    felt.plug("west")
    ticks = Governed()
    daemon = Daemon(felt.config(west="antennas"), broker=False, ticks=ticks, speed=10)
    link = the_link(daemon.drivers, "west")
    with playing(daemon):
        for _ in range(3):
            until(lambda: daemon.idle)
        assert not daemon.ready.is_set()
        assert daemon.clock() == 0

        def runs() -> bool:
            ticks.now += 10
            return daemon.ready.is_set()

        until(runs, 60)
        assert daemon.clock() >= 3_000
        until(lambda: runs() and link.up, 60)
