"""The link to a node: a real port at this end, the real MicroPython interpreter at the other."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from controller.contract.observations import DeviceBack, DeviceLost
from firmware.link.messages import Command
from hardware.keys import anybody, only
from hardware.node.link import Happened, Joined, Link, Read, Said
from hardware.ports import Alive, Clock, Driver, Report
from hardware.serial_ports import port_problem
from tests.hardware.cable import Cable
from tests.hardware.twin_board import TwinBoard

PROGRAM = Path(__file__).parent / "board_program.py"
BACK = 15.0
"""Seconds within which a link is back."""

PATIENCE = 60.0


def now() -> int:
    return time.monotonic_ns() // 1_000_000


class Ear:
    """Notes what a link says, and waits until it has said something."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.reports: list[Report] = []
        self._news = threading.Condition()

    def hear(self, link: Link, said: Said) -> list[Report]:
        """Record what the link says."""
        with self._news:
            self.said.append(said)
            self._news.notify_all()
        return []

    def put(self, report: Report) -> None:
        """Record what the link reports."""
        with self._news:
            self.reports.append(report)
            self._news.notify_all()

    def wait(self, what: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something holds, and fail when it doesn't in time."""
        ends = time.monotonic() + seconds
        with self._news:
            while not what():
                assert time.monotonic() < ends, (self.said[-3:], self.reports)
                # What is waited for may be a status, which nobody announces.
                self._news.wait(0.05)

    def joined(self) -> list[Joined]:
        """Return every coming of the node."""
        return [one for one in self.said if isinstance(one, Joined)]

    def happened(self, what: str) -> list[Happened]:
        """Return all that happened of a kind."""
        return [one for one in self.said if isinstance(one, Happened) and one.what == what]

    def keys(self) -> list[int]:
        """Return the numbers of the keys that were pressed."""
        return [one.place << 8 | int(one.value) for one in self.happened("key")]

    def read(self) -> list[Read]:
        """Return what the antennas read."""
        return [one for one in self.said if isinstance(one, Read)]


class Node:
    """A board at a cable, and the link that listens to it."""

    def __init__(self, folder: Path, role: str = "seat") -> None:
        self.ear = Ear()
        self.cable = Cable(TwinBoard(PROGRAM, {"role": role}), folder / "usb-tapis-3")
        self.link = self.new_link()

    def new_link(self, clock: Clock = now, role: str = "") -> Link:
        """Return another link for the same port, as a host that starts anew has it."""
        check = only("seat-3", role) if role else anybody
        return Link("seat-3", str(self.cable.path), clock, self.ear.hear, check=check)

    def begin(self) -> None:
        """Start the link and wait for the node."""
        self.link.start(self.ear.put)
        self.ear.wait(lambda: bool(self.ear.joined()))
        # A busy machine may have taken more than a second to start the interpreter.
        self.ear.reports.clear()

    def press(self, times: int) -> None:
        """Have the node press keys."""
        assert self.link.send(Command("config", 0, f"press {times}"))

    def close(self) -> None:
        """Let everything go."""
        self.link.stop()
        self.cable.close()


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    node = Node(tmp_path)
    try:
        yield node
    finally:
        node.close()


def test_a_link_is_a_driver(node: Node) -> None:
    assert isinstance(node.link, Driver)
    assert isinstance(node.link, Alive)
    node.link.stop()
    node.link.stop()


def test_the_two_say_who_they_are_and_snapshots_come(node: Node) -> None:
    node.begin()
    assert node.link.alive()
    (joined,) = node.ear.joined()
    assert (joined.node, joined.role, joined.firmware) == ("seat-3", "seat", "1.0.0")
    assert joined.can == ("keys", "leds")
    assert joined.fresh
    node.ear.wait(lambda: len(node.ear.read()) >= 8)
    for read in node.ear.read():
        assert [uid[:12] for uid in read.uids] == [f"E0040100000{read.antenna}"]
        assert joined.at - 1000 < read.at <= now()
    status = node.link.status()
    assert status.up
    assert status.problem == ""
    assert (status.damaged, status.missed, status.again) == (0, 0, 0)


def test_commands_are_carried_out_and_events_arrive_once_in_their_order(node: Node) -> None:
    node.begin()
    for place in range(20):
        assert node.link.send(Command("servo", place, 1500))
    node.press(300)
    node.ear.wait(lambda: len(node.ear.keys()) >= 300)
    assert node.ear.keys() == list(range(300))
    assert [one.value for one in node.ear.happened("fault")] == [f"servo {n}" for n in range(20)]


def test_a_command_waits_for_a_node_that_is_not_there(node: Node) -> None:
    node.press(2)
    node.begin()
    node.ear.wait(lambda: node.ear.keys() == [0, 1])


def test_a_damaged_line_loses_and_doubles_nothing(node: Node) -> None:
    """A byte in 200 is another one, or gone, both ways."""
    rng = random.Random(7)

    def harm(data: bytes) -> bytes:
        return b"".join(
            bytes((byte,)) if rng.random() > 1 / 200 else rng.choice((b"", b"\x00", b"U"))
            for byte in data
        )

    node.begin()
    node.cable.harm = harm
    for place in range(30):
        assert node.link.send(Command("servo", place, 1500))
    node.press(120)
    node.ear.wait(lambda: len(node.ear.keys()) >= 120)
    node.ear.wait(lambda: len(node.ear.happened("fault")) >= 30)
    node.ear.wait(lambda: node.link.status().damaged > 0)
    node.cable.harm = lambda data: data
    assert node.ear.keys() == list(range(120))
    assert [one.value for one in node.ear.happened("fault")] == [f"servo {n}" for n in range(30)]


def test_the_link_comes_back_after_the_cable_was_out(node: Node) -> None:
    node.begin()
    node.cable.unplug()
    node.ear.wait(lambda: DeviceLost in map(type, node.ear.reports))
    assert not node.link.status().up
    assert "plug" in node.link.status().problem
    node.press(3)
    node.cable.plug()
    began = time.monotonic()
    node.ear.wait(lambda: len(node.ear.keys()) == 3)
    assert time.monotonic() - began < BACK
    assert [type(report) for report in node.ear.reports] == [DeviceLost, DeviceBack]
    assert [joined.fresh for joined in node.ear.joined()] == [True, False]


def test_short_loose_contacts_lose_nothing_and_are_no_lost_device(node: Node) -> None:
    node.begin()
    node.press(400)
    for count in range(2, 6):
        node.cable.unplug()
        node.cable.plug()
        node.ear.wait(lambda count=count: len(node.ear.joined()) >= count)  # type: ignore[misc]
    node.ear.wait(lambda: len(node.ear.keys()) >= 400)
    assert node.ear.keys() == list(range(400))
    assert node.ear.reports == []


def test_no_thread_and_no_descriptor_is_left_behind(tmp_path: Path) -> None:
    def held() -> tuple[int, int]:
        return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()

    before = held()
    node = Node(tmp_path)
    node.begin()
    for count in range(2, 5):
        node.cable.unplug()
        node.cable.plug()
        node.ear.wait(lambda count=count: len(node.ear.joined()) >= count)  # type: ignore[misc]
    node.close()
    assert held() == before


def test_a_node_that_resets_is_back_and_says_that_it_knows_nothing(node: Node) -> None:
    node.begin()
    node.cable.reset_board()
    began = time.monotonic()
    node.ear.wait(lambda: len(node.ear.joined()) == 2)
    # The interpreter's own start is in it.
    assert time.monotonic() - began < BACK
    assert node.ear.joined()[1].fresh
    node.press(2)
    node.ear.wait(lambda: node.ear.keys() == [0, 1])


def test_commands_under_way_when_a_node_resets_are_not_sent_again(node: Node) -> None:
    """They may have been carried out: a card must not be fed twice."""
    node.begin()
    node.cable.unplug()
    assert node.link.send(Command("feed", 1, 1))
    node.cable.reset_board()
    node.cable.plug()
    node.ear.wait(lambda: len(node.ear.joined()) == 2)
    assert node.ear.joined()[1].fresh
    assert node.link.send(Command("servo", 5, 900))
    node.ear.wait(lambda: len(node.ear.happened("fault")) > 0)
    assert [one.value for one in node.ear.happened("fault")] == ["servo 5"]


def test_a_host_that_starts_anew_is_back_and_gets_what_waited(node: Node) -> None:
    node.begin()
    node.press(100)
    node.ear.wait(lambda: len(node.ear.keys()) >= 10)
    node.link.stop()
    heard = len(node.ear.keys())
    node.link = node.new_link()
    began = time.monotonic()
    node.link.start(node.ear.put)
    node.ear.wait(lambda: len(node.ear.joined()) == 2)
    assert time.monotonic() - began < BACK
    node.ear.wait(lambda: node.ear.keys()[-1:] == [99])
    keys = node.ear.keys()
    # The last ones before may come again: the old host died before it could confirm them.
    assert sorted(set(keys)) == list(range(100))
    assert keys[heard:] == list(range(keys[heard], 100))


def test_a_node_of_another_role_is_refused_with_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    node = Node(tmp_path, role="ring")
    try:
        node.link = node.new_link(role="seat")
        node.link.start(node.ear.put)
        node.ear.wait(lambda: len(node.ear.reports) > 0)
        assert [type(report) for report in node.ear.reports] == [DeviceLost]
        assert node.ear.said == []
        problem = (
            'seat-3: this port is for a node of role "seat", but "seat-3" on it has role "ring":'
            " swap the two cables, or change the ports in table.toml"
        )
        node.ear.wait(lambda: node.link.status().problem == problem)
        assert [record.message for record in caplog.records].count(problem) <= 2
    finally:
        node.close()


def test_a_port_is_held_by_one_program_alone(node: Node) -> None:
    node.begin()
    with pytest.raises(serial.SerialException) as refused:
        serial.Serial(str(node.cable.path), exclusive=True)
    assert "is in use by another program" in port_problem("/dev/ttyACM0", refused.value)


def test_a_port_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    ear = Ear()
    link = Link("ring", str(tmp_path / "usb-ring"), now, ear.hear)
    link.start(ear.put)
    try:
        ear.wait(lambda: len(ear.reports) > 0)
        assert link.status().problem == (
            f"ring: {tmp_path}/usb-ring does not exist: plug the device in, or correct the port in"
            " table.toml"
        )
    finally:
        link.stop()


def test_the_last_frames_are_kept_and_name_no_tag(node: Node) -> None:
    node.begin()
    node.press(150)
    node.ear.wait(lambda: len(node.ear.keys()) == 150 and len(node.ear.read()) > 4)
    frames = node.link.frames()
    assert sum(frame.way == "in" for frame in frames) == 100
    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)
    assert "E004" not in repr(frames)
