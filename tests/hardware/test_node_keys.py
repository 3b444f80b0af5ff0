"""Nodes with keys on the real interpreter: who is not who it says it is, is named and not heard."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from firmware.link import wire
from firmware.link.handshake import NO_KEYS, Keys
from firmware.link.session import FORGED
from firmware.node import VERSION
from hardware.keys import keyring
from hardware.node.link import Link
from hardware.node.nodes import Roll, open_node
from tests.hardware.cable import Cable
from tests.hardware.test_link import PROGRAM, Ear, now
from tests.hardware.twin_board import TwinBoard

KEY = bytes(range(16))
OTHER = bytes(range(1, 17))
PLANS = tuple(AntennaPlan(f"board.{n}", "board", 100, device="west") for n in range(4))


def refuted(link: Link) -> bool:
    """Return whether what is on the port is told to be another one."""
    status = link.status()
    told = 'claims to be "west", but can\'t prove it' in status.problem
    return told and status.proof == "refuted"


class Port:
    """A port with a board on it that can be exchanged, and the link that believes one node."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "usb-west"
        self.ear = Ear()
        self.cable: Cable | None = None
        self.link: Link | None = None

    def plug(self, key: bytes = KEY, node: str = "west", **options: Any) -> Cable:
        """Plug a board in, in the place of the one that is there."""
        if self.cable is not None:
            self.cable.close()
        told = {"role": "antennas", "id": node, "firmware": VERSION, "key": key.hex(), **options}
        self.cable = Cable(TwinBoard(PROGRAM, told), self.path)
        return self.cable

    def listen(self, keys: Keys | None = None, nodes: dict[str, str] | None = None) -> Link:
        """Start the link."""
        keys = keys or keyring({"west": KEY, "east": OTHER}, required=True)
        self.link = open_node(
            "west", str(self.path), "antennas", now, Roll(keys, nodes), plans=PLANS
        )
        self.link.start(self.ear.put)
        return self.link

    def scans(self) -> int:
        """Return how many scans were reported."""
        return len([one for one in self.ear.reports if isinstance(one, Scan)])

    def is_read(self) -> None:
        """Wait until scans come, from now on."""
        before = self.scans()
        self.ear.wait(lambda: self.scans() > before + 3)

    def close(self) -> None:
        """Let everything go."""
        if self.link is not None:
            self.link.stop()
        if self.cable is not None:
            self.cable.close()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    port = Port(tmp_path)
    yield port
    port.close()


def test_a_node_with_its_key_is_proven(port: Port) -> None:
    port.plug()
    link = port.listen()
    port.is_read()
    status = link.status()
    assert (status.proof, status.problem, status.forged) == ("proven", "", 0)
    assert {frame.kind for frame in link.frames()} > {wire.WELCOME, wire.READY, wire.SNAPSHOT}


def test_a_node_that_was_replaced_is_named_and_not_heard(port: Port) -> None:
    """It says all that the right one said, but has not its key; then the right one is back."""
    port.plug()
    link = port.listen()
    port.is_read()
    for key in (b"", bytes(16)):
        port.plug(key)
        port.ear.wait(lambda: refuted(link))
        port.ear.wait(lambda: isinstance(port.ear.reports[-1], DeviceLost))
        before = len(port.ear.reports)
        began = now()
        port.ear.wait(lambda began=began: now() - began > 700)  # type: ignore[misc]
        assert len(port.ear.reports) == before
        port.plug()
        port.ear.wait(lambda: DeviceBack in map(type, port.ear.reports[-8:]))
        port.is_read()
        assert link.status().proof == "proven"


def test_what_a_stranger_calls_itself_fills_no_log_and_no_terminal(
    port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    port.plug(b"", "west\x1b[2J" + "long" * 200)
    link = port.listen()
    port.ear.wait(lambda: "west: this port is for" in link.status().problem)
    status = link.status()
    assert status.node.startswith("west?[2Jlong")
    assert len(status.node) == 40
    assert status.problem.isprintable()
    assert len(status.problem) < 500
    assert all(record.message.isprintable() for record in caplog.records)


@pytest.mark.parametrize(
    ("node", "key", "nodes", "words"),
    [
        ("east", OTHER, {}, 'this port is for the node "west", but "east" is on it'),
        ("east", OTHER, {"west": "seat-9"}, 'this port is for the node "seat-9", but "east"'),
        ("north", b"", {"west": "north"}, 'node "north" has no key, but every node'),
        ("north", KEY, {"west": "north"}, 'node "north" has a key that this controller does not'),
    ],
    ids=["another of ours", "another than the config says", "no key", "a key of elsewhere"],
)
def test_a_node_that_does_not_belong_there_is_refused(
    port: Port, node: str, key: bytes, nodes: dict[str, str], words: str
) -> None:
    port.plug(key, node)
    link = port.listen(nodes=nodes)
    port.ear.wait(lambda: words in link.status().problem)
    port.ear.wait(lambda: DeviceLost in map(type, port.ear.reports))
    assert port.scans() == 0


def test_nodes_of_before_go_on_where_no_key_is_asked_for(port: Port) -> None:
    port.plug(b"")
    link = port.listen(NO_KEYS)
    port.is_read()
    assert (link.status().proof, link.status().problem) == ("unproven", "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"files": "0123456789abcdef"}, "but its files differ"),
        ({"files": ""}, "but its files differ"),
        ({"firmware": "0.1.0"}, "is older than this controller's"),
    ],
)
def test_other_firmware_is_named_and_plays_on(
    port: Port, options: dict[str, Any], words: str
) -> None:
    port.plug(**options)
    link = port.listen()
    port.ear.wait(lambda: words in link.status().problem)
    assert "tapis firmware install PORT" in link.status().problem
    port.is_read()


def test_who_speaks_on_the_line_besides_the_node_is_named_and_not_heard(port: Port) -> None:
    """They play back what the node said, and frames of their own that are whole."""
    cable = port.plug()
    link = port.listen()
    port.is_read()
    # A busy machine may have taken more than a second to start the interpreter.
    port.ear.reports.clear()
    rng = random.Random(3)
    recorded: list[bytes] = []

    def with_more(data: bytes) -> bytes:
        recorded.append(data)
        forged = wire.encode(wire.SNAPSHOT, rng.randrange(256), rng.randbytes(90), wire.SEALED)
        return data + b"\x00" + rng.choice(recorded) + forged

    cable.harm = with_more
    port.ear.wait(lambda: "that its node did not send" in link.status().problem)
    port.ear.wait(lambda: link.status().forged > 100)
    cable.harm = lambda data: data
    assert link.status().up
    assert FORGED in {frame.kind for frame in link.frames()}
    known = {f"E0040100000{antenna}" for antenna in range(4)}
    scans = [one for one in port.ear.reports if isinstance(one, Scan)]
    assert {uid[:12] for scan in scans for uid in scan.tags} == known
    port.is_read()
    assert DeviceLost not in map(type, port.ear.reports)
