"""Several simulated boards in one process, in the time that they are given."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Self

import pytest

from firmware.link import wire
from hardware.node.link import Joined, Link, Read, Said
from hardware.twin.boards.governor import Governor, SerialLine
from hardware.twin.boards.pty import Pty
from hardware.twin.boards.rack import Orders, Rack, RackFailed
from hardware.twin.wire import AntennaField, Tag

CARD = "E004010203040506"
CHIP = "E004010203040507"


def role(node: str) -> dict[str, object]:
    """Return the role of a board with one antenna."""
    return {"node": node, "role": "antennas", "baud": 115200, "antennas": [{"period": 100}]}


@pytest.fixture
def rack() -> Iterator[Rack]:
    """Return an empty rack."""
    rack = Rack()
    yield rack
    rack.close()


def frames(rack: Rack, until: int) -> dict[str, list[wire.Frame]]:
    """Let time pass; give what each board has said."""
    decoders = {name: wire.Decoder() for name in rack.boards}
    said: dict[str, list[wire.Frame]] = {name: [] for name in rack.boards}
    for to in range(10, until + 1, 10):
        rack.begin(Orders(to=to))
        for name, data in rack.end().tx.items():
            said[name] += decoders[name].feed(bytes.fromhex(data))
    return said


def test_each_board_is_another(rack: Rack) -> None:
    for name in ("seat-1", "seat-2", "seat-3"):
        rack.switch_on(name, role(name), 0)
    for name, said in frames(rack, 400).items():
        assert said
        assert all(frame.kind == wire.HELLO for frame in said)
        assert all(name.encode() in frame.payload for frame in said)


def test_boards_are_never_ahead_of_their_time(rack: Rack) -> None:
    rack.switch_on("seat-1", role("seat-1"), 0)
    rack.begin(Orders(to=20))
    assert rack.end().due > 20
    # Nobody gives time, so nothing more is said however long one waits.
    rack.begin(Orders(to=20))
    assert not rack.end().tx


def test_a_board_without_a_role_that_there_is_says_so(rack: Rack) -> None:
    with pytest.raises(RackFailed, match="seat-1"):
        rack.switch_on("seat-1", {"node": "seat-1", "role": "samovar"}, 0)


class Table:
    """Two boards with a link each, governed."""

    def __init__(self, rack: Rack, folder: Path) -> None:
        self.governor = Governor(rack, speed=10)
        self.heard: list[Said] = []
        self.slow = 0.0
        self.links: list[Link] = []
        self.lines: list[SerialLine] = []
        for name in ("seat-1", "seat-2"):
            port = Pty(folder / name)
            self.governor.add(name, role(name), port)
            link = Link(name, str(port.path), self.now, self.hear, speed=10)
            self.links.append(link)
            self.lines.append(SerialLine(link, port))
        self.governor.host = self

    def now(self) -> int:
        """Return the governed time."""
        return self.governor.now

    def hear(self, _: Link, said: Said) -> tuple[()]:
        """Take what a node says, slowly if it must be."""
        if self.slow:
            Event().wait(self.slow)
        self.heard.append(said)
        return ()

    def rouse(self, now: int) -> None:
        """Nobody waits."""

    def idle(self) -> bool:
        """Return whether the lines are empty."""
        return all(line.empty() for line in self.lines)

    def __enter__(self) -> Self:
        for link in self.links:
            link.start(lambda _: None)
        return self

    def __exit__(self, *_: object) -> None:
        for link in self.links:
            link.stop()


def reads(heard: list[Said], since: int = 0) -> list[Read]:
    """Return what was read of antennas after a time."""
    return [said for said in heard if isinstance(said, Read) and said.at > since]


def test_what_lies_in_a_field_is_read_over_the_line(rack: Rack, tmp_path: Path) -> None:
    with Table(rack, tmp_path) as table:
        governor = table.governor
        governor.run_until(1500)
        assert sum(isinstance(said, Joined) for said in table.heard) == 2
        assert not any(read.uids for read in reads(table.heard))
        field = AntennaField((Tag(CARD, 0.0), Tag(CHIP, 0.0)))
        governor.before = lambda now: Orders(to=0, fields={"seat-1": {0: field}})
        governor.run_until(3000)
        governor.settle()
        late = reads(table.heard, 1800)
        assert {read.uids for read in late} == {(), (CARD, CHIP)}
        # At 100 ms a scan each board has read ten times a second.
        assert 18 <= len(late) <= 26


def test_a_slow_host_makes_time_slower_and_nothing_late(rack: Rack, tmp_path: Path) -> None:
    with Table(rack, tmp_path) as table:
        table.governor.run_until(1000)
        table.slow = 0.02
        table.governor.run_until(2500)
        assert all(link.up for link in table.links)
        assert all(not link.status().missed for link in table.links)


def test_a_cable_and_a_reset_mend_themselves_within_two_seconds(rack: Rack, tmp_path: Path) -> None:
    with Table(rack, tmp_path) as table:
        governor = table.governor
        governor.run_until(1500)
        governor.ports["seat-1"].unplug()
        governor.listen()
        governor.run_for(2000)
        assert [link.up for link in table.links] == [False, True]
        governor.ports["seat-1"].plug()
        governor.listen()
        governor.reset("seat-2")
        governor.run_for(2000)
        assert all(link.up for link in table.links)
        governor.run_for(500)
        assert len({said.node for said in table.heard if isinstance(said, Joined)}) == 2
