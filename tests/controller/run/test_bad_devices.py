"""Nodes that are not what they should be: each is named with what to do, and the table goes on.

Real boards on ptys; what is wrong stands in the log, in the health and in `tapis devices`.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from controller.contract.public import PublicEvent, ZoneBlind
from controller.run.loop.daemon import Daemon
from controller.run.sockets.control_socket import Question, ask, socket_of
from firmware.node import VERSION
from tests.controller.admin.test_devices import view_of
from tests.controller.run.test_drivers import Felt, playing, the_link
from tests.hardware.cable import Cable
from tests.hardware.twin_board import TwinBoard
from tests.mqtt import until
from tests.rig.link import PROGRAM as BENCH

JUNK = Path(__file__).parents[2] / "hardware/junk_program.py"


class Table(Felt):
    """Two antenna nodes: `west`, which is well, and `east`, which is not; what was logged."""

    def __init__(self, folder: Path, log: pytest.LogCaptureFixture) -> None:
        super().__init__(folder)
        self.log = log
        self.antennas = [("hand.1", "west"), ("hand.2", "west"), ("board", "west")]
        self.antennas += [("muck", "east"), ("burn", "east")]
        self.plug("west", firmware=VERSION, antennas=3)

    def start(self) -> Daemon:
        """Return the controller of this table, which does not run yet."""
        return Daemon(self.config(west="antennas", east="antennas"), broker=False)

    def told(self, daemon: Daemon, words: str, device: str = "east") -> str:
        """Wait until a problem is in the log, the health and the view, and give it."""
        until(lambda: ask(socket_of(daemon.config), Question("devices")), 60)

        said: list[str] = []

        def says() -> bool:
            said[:] = [one for one in view_of(daemon).wrong() if words in one]
            return bool(said)

        def is_known() -> bool:
            health = {one.device: one for one in daemon.health().devices}
            return words in health[device].problem

        until(says, 60, words)
        until(lambda: words in self.log.text, 30, words)
        until(is_known, 30, words)
        return said[0]

    def goes_on(self, daemon: Daemon) -> bool:
        """Return whether the antennas of the node that is well are read as often as they should."""
        return all(one.scans > 6 for one in view_of(daemon).antennas if one.device == "west")


@pytest.fixture
def table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Table]:
    table = Table(tmp_path, caplog)
    yield table
    for cable in table.cables.values():
        cable.close()


def blind(daemon: Daemon) -> set[str]:
    return set(daemon.runtime.table.devices.blind_zones)


@pytest.mark.parametrize(
    ("program", "options", "words"),
    [
        pytest.param(BENCH, {"antennas": 2, "tags": 1}, "sends more than 2000 frames", id="frames"),
        pytest.param(JUNK, {"zeros": 1}, "makes no sense: this is a different device", id="zeros"),
        pytest.param(JUNK, {}, "makes no sense: this is a different device", id="no zeros"),
    ],
)
def test_a_node_that_floods(
    table: Table, program: Path, options: dict[str, object], words: str
) -> None:
    table.cables["east"] = Cable(TwinBoard(program, options), table.folder / "usb-east")
    daemon = table.start()
    with playing(daemon):
        problem = table.told(daemon, words)
        assert "table.toml" in problem or "reset the node" in problem
        until(lambda: table.goes_on(daemon), 60)
        until(lambda: the_link(daemon.drivers, "west").status().problem == "", 60)


def test_a_node_of_the_wrong_role_on_a_port(table: Table) -> None:
    table.plug("east", role="ring")
    daemon = table.start()
    with playing(daemon):
        problem = table.told(daemon, 'for a node of role "antennas", but "east" on it has role')
        assert "swap the two cables" in problem
        until(lambda: blind(daemon) == {"muck", "burn"}, 60)
        until(lambda: table.goes_on(daemon), 60)


def test_two_nodes_with_one_id(table: Table) -> None:
    """The one that was there first goes on; the other is named with both their ports."""
    daemon = table.start()
    with playing(daemon):
        until(lambda: the_link(daemon.drivers, "west").up, 60)
        table.plug("east", id="west", antennas=2)
        problem = table.told(daemon, 'says that it is "west", and so does the one on')
        assert "give one of them a different id" in problem
        until(lambda: table.goes_on(daemon), 60)


@pytest.mark.parametrize(
    ("options", "words", "plays"),
    [
        ({"firmware": "0.0.9"}, "is older than this controller's", True),
        ({"firmware": "9.0"}, "update the controller; the node remains in use", True),
        ({"firmware": ""}, "tapis firmware install PORT; the node remains in use", True),
        ({"version": "0"}, "install this controller's firmware on the node", False),
        ({"version": "3"}, "update the controller", False),
    ],
    ids=["older firmware", "newer firmware", "no number", "older protocol", "newer protocol"],
)
def test_firmware_of_another_version(
    table: Table, options: dict[str, str], words: str, plays: bool
) -> None:
    table.plug("east", antennas=2, **options)
    daemon = table.start()
    with playing(daemon):
        table.told(daemon, words)
        until(lambda: the_link(daemon.drivers, "east").up == plays, 60)
        until(lambda: blind(daemon) == (set() if plays else {"muck", "burn"}), 60)
        until(lambda: table.goes_on(daemon), 60)


def test_a_node_with_more_antennas_than_the_table(table: Table) -> None:
    table.plug("east", firmware=VERSION)
    daemon = table.start()
    with playing(daemon):
        problem = table.told(
            daemon, "reads antennas 2, 3 (counted from 0), but table.toml lists only 2"
        )
        assert "add them there, or disconnect them" in problem
        until(lambda: table.goes_on(daemon), 60)


def test_a_node_with_fewer_antennas_than_the_table(table: Table) -> None:
    """The node has four: the fifth is not read, its zone is blind, and all others are not."""
    table.antennas += [("shoe", "east"), ("badge.1", "east"), ("pot", "east")]
    table.plug("east", firmware=VERSION)
    daemon = table.start()
    with playing(daemon):
        problem = table.told(daemon, 'antenna "pot" is not being read, so pot is blind', "pot")
        assert "as many antennas as table.toml lists" in problem
        until(lambda: blind(daemon) == {"pot"}, 60)
        until(lambda: table.goes_on(daemon), 60)


def test_a_port_that_another_program_holds(table: Table) -> None:
    """The table waits for it, and says so; when it is free, the node is there by itself."""
    cable = table.plug("east")
    daemon = table.start()
    with serial.Serial(str(cable.path), exclusive=True) as other, playing(daemon):
        assert "stop that program" in table.told(daemon, "is in use by another program")
        until(lambda: blind(daemon) == {"muck", "burn"}, 60)
        other.close()
        until(lambda: the_link(daemon.drivers, "east").up, 60)
        until(lambda: blind(daemon) == set(), 60)


def test_a_port_that_is_no_serial_port(table: Table) -> None:
    (table.folder / "usb-east").write_text("no port")
    daemon = table.start()
    with playing(daemon):
        assert "correct the port" in table.told(daemon, "usb-east is not a serial port")


WHO_MAY_NOT = """
import os, serial, sys, threading
from hardware.node.link import Link
from hardware.ports import wall_ticks
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
link = Link("east", sys.argv[1], wall_ticks, lambda *_: ())
lost = threading.Event()
link.start(lambda _: lost.set())
lost.wait(30)
print(link.status().problem)
"""


def test_a_port_without_permission(table: Table) -> None:
    table.plug("east")
    port = (table.folder / "usb-east").resolve()
    port.chmod(0)
    told = subprocess.run(
        [sys.executable, "-c", WHO_MAY_NOT, str(port)],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert "can't be opened: add the controller's user to the dialout group" in told.stdout
    assert "dialout" in told.stdout


def test_a_node_that_is_silent_and_then_comes_back(table: Table) -> None:
    """All its zones are blind meanwhile; what happens is told once, and the zones see again."""
    cable = table.plug("east", antennas=2)
    daemon = table.start()
    told: list[str] = []

    def keep(_: int, new: tuple[PublicEvent, ...]) -> None:
        told.extend(one.zone for one in new if isinstance(one, ZoneBlind))

    daemon.runtime.public.append(keep)
    with playing(daemon):
        until(daemon.ready.is_set, 60)
        until(lambda: all(one.scans > 6 for one in view_of(daemon).antennas), 60)
        until(lambda: blind(daemon) == set(), 60)
        told.clear()
        cable.harm = lambda _: b""
        until(lambda: blind(daemon) == {"muck", "burn"}, 60)
        assert "east: the node on" in table.told(
            daemon, "is disconnected: it has sent nothing for a while"
        )
        cable.harm = lambda data: data
        until(lambda: blind(daemon) == set(), 60)
        assert sorted(one for one in told if one in {"muck", "burn"}) == ["burn"] * 2 + ["muck"] * 2
        health = {one.device: one.ok for one in daemon.health().devices}
        assert health["east"]
        until(lambda: table.goes_on(daemon), 60)


def test_a_node_that_was_replaced_while_the_table_plays(table: Table) -> None:
    """It is named, its zones are blind and it is not trusted, until the right one is back."""
    table.keys = {"west": bytes(16), "east": bytes(range(16))}
    keys = {node: {"firmware": VERSION, "key": key.hex()} for node, key in table.keys.items()}
    table.cables["west"].close()
    table.plug("west", antennas=3, **keys["west"])
    table.plug("east", antennas=2, **keys["east"])
    daemon = table.start()
    with playing(daemon):
        until(daemon.ready.is_set, 60)
        until(lambda: blind(daemon) == set(), 60)
        proofs = {one.name: one.proof for one in view_of(daemon).devices}
        assert proofs == {"west": "proven", "east": "proven"}
        for other in ({"firmware": VERSION}, {**keys["east"], "key": "07" * 16}):
            table.cables["east"].close()
            table.plug("east", antennas=2, **other)
            problem = table.told(daemon, 'claims to be "east", but can\'t prove it')
            assert "it is not trusted" in problem
            until(lambda: blind(daemon) == {"muck", "burn"}, 60)
            assert not {one.device: one.ok for one in daemon.health().devices}["east"]
            table.cables["east"].close()
            table.plug("east", antennas=2, **keys["east"])
            until(lambda: blind(daemon) == set(), 60)
        until(lambda: table.goes_on(daemon), 60)


def test_a_node_with_other_files_than_the_controller(table: Table) -> None:
    table.plug("east", antennas=2, firmware=VERSION, files="0123456789abcdef")
    daemon = table.start()
    with playing(daemon):
        problem = table.told(daemon, "but its files differ")
        assert "tapis firmware install PORT" in problem
        until(lambda: blind(daemon) == set(), 60)
