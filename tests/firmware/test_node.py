"""A node's own part of a sealed session: what it says of frames that its host did not send."""

from typing import Any

import pytest

from firmware import node
from firmware.link import wire
from firmware.link.handshake import HostHalf, Keys
from firmware.link.session import Message, Session

KEY = b"sixteen bytes..."


class Idle:
    """A role that has nothing to do."""

    can = ()

    def due(self, now: int) -> int:
        """Be due at some time."""
        return now + 1000

    def silent(self, _: int) -> None:
        """Have nothing that moves."""


class Line:
    """A node with a key, its host, and the warnings that have come over the line between them."""

    def __init__(self) -> None:
        role: Any = Idle()
        self.node = node.Node({"node": "a", "role": "antennas"}, role, 9, 0, KEY, bytes(16))
        self.host = Session(
            HostHalf(5, lambda _: "", Keys(lambda _: KEY, lambda: bytes(8), True)), 0
        )
        self.warnings: list[str] = []
        self.now = 0

    def turn(self, forged: bytes = b"") -> None:
        """Let a tick pass; somebody else may say something too."""
        self.now += 10
        said = self.node.turn(self.host.outgoing(self.now) + forged, self.now, 2048)
        for one in self.host.receive(said, self.now):
            if isinstance(one, Message) and one.kind == wire.LOG:
                self.warnings.append(one.payload[1:].decode())


@pytest.fixture(name="line")
def _line() -> Line:
    """Return two ends that have believed each other."""
    line = Line()
    line.host.send(wire.COMMAND, b"")
    for _ in range(20):
        line.turn()
    assert line.node.up
    return line


def test_frames_that_the_host_did_not_send_are_told_once_they_have_doubled(line: Line) -> None:
    forged = wire.encode(wire.COMMAND, 0, bytes(24), wire.SEALED)
    told = []
    for count in range(1, 50):
        line.turn(forged)
        if line.warnings:
            assert line.warnings == [f"{count} frames arrived that the host did not send"]
            told.append(count)
            line.warnings.clear()
    assert told == [3, 9, 21, 45]


def test_lines_for_the_log_wait_for_each_other_and_the_oldest_gives_way(line: Line) -> None:
    """Two things can go wrong in the same turn; a line that is never free holds only the last."""
    for number in range(node.LINES + 1):
        line.node.log("warning", f"line {number}")
    line.turn()
    assert sorted(line.warnings) == ["line 1", "line 2", "line 3", "line 4"]
    line.node.log("info", "one more")
    line.turn()
    assert line.warnings[4:] == ["one more"]
