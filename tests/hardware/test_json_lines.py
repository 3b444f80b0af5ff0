"""Lines of JSON from a port, a socket and a program; what is wrong with one costs it alone."""

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from controller.play.sinks.servers import Mosquitto
from hardware.device_threads import SILENT_MS
from hardware.json_lines import LONGEST, LinesDriver, Source, uid_of
from hardware.ports import Report, wall_ticks
from tests.mqtt import until

PLANS = (
    AntennaPlan("west", "muck", 100, device="mux"),
    AntennaPlan("other", "pot", 100, device="else"),
    AntennaPlan("east", "board", 100, device="mux"),
)
ONE = b'{"antenna": 1, "uids": ["e0:04:01:50:1a:2b:3c:4d", "E004-01501A2B3C4E"]}\n'
TWO = b'{"antenna": "east", "uids": [], "rssi": 7}\n'
UIDS = ("E00401501A2B3C4D", "E00401501A2B3C4E")


class Hand:
    """What a test lets a device say, piece by piece; an exception is raised as it is."""

    def __init__(self) -> None:
        self.pieces: list[bytes | Exception] = []
        self.opened = self.closed = 0

    def open(self, _port: str, _baud: int) -> Source:
        """Open it, or raise what comes first if it is for that."""
        self.opened += 1
        if self.pieces and isinstance(self.pieces[0], ImportError):
            raise self.pieces.pop(0)  # type: ignore[misc]
        return self

    def read(self) -> bytes:
        """Give the next piece."""
        threading.Event().wait(0.001)
        if not self.pieces:
            return b""
        piece = self.pieces.pop(0)
        if isinstance(piece, Exception):
            raise piece
        return piece

    def close(self) -> None:
        """Close it."""
        self.closed += 1


class Table:
    """A driver that runs, its clock, and what it reported."""

    def __init__(self) -> None:
        self.now = 0
        self.said: list[Report] = []
        self.hand = Hand()
        self.driver = LinesDriver(
            "mux", "/dev/x", PLANS, lambda: self.now, again_s=0.001, open_source=self.hand.open
        )
        self.driver.start(self.said.append)

    def hears(self, *pieces: bytes | Exception) -> None:
        """Let the device say this, and wait until it has been taken."""
        self.hand.pieces += pieces
        until(lambda: not self.hand.pieces)

    @property
    def status(self) -> tuple[bool, str]:
        """Whether it is up, and what is wrong."""
        (one,) = self.driver.statuses()
        return one.up, one.problem


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.driver.stop()
    assert made.hand.closed == made.hand.opened or not made.driver.alive()


def test_snapshots_by_number_and_by_name(table: Table) -> None:
    table.now = 5
    table.hears(ONE[:20], ONE[20:] + TWO, ONE)
    until(lambda: len(table.said) == 3)
    assert table.said == [Scan("west", UIDS, 5), Scan("east", (), 5), Scan("west", UIDS, 6)]
    assert table.status == (True, "")


def test_silence_is_told_and_so_is_the_first_word_after_it(table: Table) -> None:
    table.hears(b"{}\n")
    until(lambda: table.status[0])
    table.now = SILENT_MS + 1
    until(lambda: DeviceLost(SILENT_MS + 1, "mux") in table.said)
    assert table.status[0] is False
    assert "no readable data from /dev/x" in table.status[1]
    table.hears(TWO)
    until(lambda: DeviceBack(SILENT_MS + 1, "mux") in table.said)
    assert [type(one) for one in table.said] == [DeviceLost, DeviceBack, Scan]


@pytest.mark.parametrize(
    "garbage",
    [b"hello\n", b"[1]\n", b'{"antenna": 1, "uids": ["xyz"]}\n', b"\xff\xfe\n", b'{"uids": 3}\n',
     b"x" * (3 * LONGEST) + b"\n", b"[" * 3000 + b"\n", b'{"antenna": 1, "uids": ["E0"]}\n'],
)  # fmt: skip
def test_garbage_is_counted_and_named_and_hides_nothing_after_it(
    table: Table, garbage: bytes
) -> None:
    table.hears(garbage, ONE)
    until(lambda: table.said)
    assert table.said == [Scan("west", UIDS, 0)]
    (status,) = table.driver.statuses()
    assert (status.up, status.damaged, status.frames) == (True, 1, 1)
    assert "expected" in status.problem
    table.now = 2500
    table.hears(b"{}\n")
    until(lambda: table.status == (True, ""))


def test_garbage_alone_is_no_sign_of_life(table: Table) -> None:
    table.now = SILENT_MS + 1
    table.hears(*[b"noise\n"] * 5)
    until(lambda: table.said)
    assert table.said == [DeviceLost(SILENT_MS + 1, "mux")]


def test_a_flood_is_cut_to_its_share(table: Table) -> None:
    table.hears(ONE * 5_000)
    until(lambda: table.driver.statuses()[0].left_out > 4_000)
    assert len(table.said) <= 8 * 20 + 40
    assert "it reports too often" in table.status[1]


@pytest.mark.parametrize(
    "text",
    [
        b'{"antenna": 1, "uids": ["E0040150CAFE', b'{"antenna": 1, "uids": ["E0040150CAFEx"]}',
        b'{"antenna": "E0040150CAFE", "uids": []}', b"E0040150CAFE" * 800,
    ],
    ids=["cut", "no uid", "another name", "too long"],
)  # fmt: skip
def test_what_is_no_line_is_told_to_no_log(
    table: Table, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table.hears(text + b"\n")
    until(lambda: bool(table.status[1]))
    assert "CAFE" not in caplog.text.upper() + table.status[1].upper()


@pytest.mark.parametrize("antenna", ["0", "3", "-1", '"north"'])
def test_an_antenna_that_the_table_has_not_is_named(table: Table, antenna: str) -> None:
    table.hears(b'{"antenna": %s, "uids": []}\n' % antenna.encode())
    until(lambda: "those listed are numbered from 1 to 2" in table.status[1])
    assert table.said == []


@pytest.mark.parametrize(
    "error",
    [ImportError("no such driver"), RuntimeError("bad adapter"), OSError("gone"), ValueError()],
)  # fmt: skip
def test_whatever_it_raises_it_is_lost_told_and_back_by_itself(
    table: Table, error: Exception
) -> None:
    """At opening (an `ImportError` here) and at reading."""
    table.hears(b"{}\n")
    until(lambda: table.status[0])
    table.hears(OSError("restart"), error)
    table.now = SILENT_MS + 1
    until(lambda: DeviceLost(SILENT_MS + 1, "mux") in table.said)
    table.hears(ONE)
    until(lambda: Scan("west", UIDS, SILENT_MS + 1) in table.said)
    assert table.status == (True, "")


@pytest.mark.parametrize("uid", ["", "E0", "E00", "E004015", "g0" * 4, "00" * 11])
def test_what_is_no_uid(uid: str) -> None:
    with pytest.raises(ValueError, match="no uid"):
        uid_of(uid)


def from_port(_: Path) -> tuple[str, Callable[[bytes], object]]:
    """Return a port of this machine, and what writes into its other end."""
    outer, inner = os.openpty()
    return os.ttyname(inner), lambda data: os.write(outer, data)


def from_socket(_: Path) -> tuple[str, Callable[[bytes], object]]:
    """Return the address of a device in the network, and what it says to all who have come."""
    server = socket.create_server(("127.0.0.1", 0))
    lines: list[socket.socket] = []

    def say(data: bytes) -> None:
        if not lines:
            lines.append(server.accept()[0])
        lines[0].sendall(data)

    return f"socket://127.0.0.1:{server.getsockname()[1]}", say


def from_program(folder: Path) -> tuple[str, Callable[[bytes], object]]:
    """Return a program that repeats what is written into a pipe."""
    pipe = folder / "a pipe"
    os.mkfifo(pipe)
    kept = os.open(pipe, os.O_RDWR)
    repeat = (
        "import os, sys; f = os.open(sys.argv[1], os.O_RDONLY)\n"
        "while True: os.write(1, os.read(f, 999))"
    )
    return f"run:{sys.executable} -c '{repeat}' '{pipe}'", lambda data: os.write(kept, data)


@pytest.mark.parametrize("source", [from_port, from_socket, from_program])
def test_from_a_port_a_socket_and_a_program(
    source: Callable[[Path], tuple[str, Callable[[bytes], object]]], tmp_path: Path
) -> None:
    port, say = source(tmp_path)
    said: list[Report] = []
    driver = LinesDriver("mux", port, PLANS, wall_ticks, again_s=0.01)
    driver.start(said.append)
    try:
        until(lambda: say(ONE) is not Ellipsis and said, what="a scan")
        scan = said[0]
        assert isinstance(scan, Scan)
        assert (scan.antenna, scan.tags) == ("west", UIDS)
    finally:
        driver.stop()


def test_a_program_that_ends_is_begun_again(tmp_path: Path) -> None:
    said: list[Report] = []
    script = tmp_path / "reader"
    script.write_text('#!/bin/sh\necho \'{"antenna": 2, "uids": []}\'\nexit 3\n')
    script.chmod(0o755)
    driver = LinesDriver("mux", f"run:{script}", PLANS, wall_ticks, again_s=0.01)
    driver.start(said.append)
    try:
        until(lambda: len(said) > 2, what="it was begun three times")
        until(lambda: "exited with status 3" in driver.statuses()[0].problem)
    finally:
        driver.stop()


def test_the_program_of_the_documentation_for_an_esp32_is_heard(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/LINES.md").read_text("utf-8")
    [program] = re.findall(r"```python\n# file: esp32.py\n(.*?)```", page, re.DOTALL)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    own = tmp_path / "esp32.py"
    own.write_text(program.replace("4000", str(port)).replace("0.0.0.0", "127.0.0.1"))
    running = subprocess.Popen([sys.executable, str(own)])
    said: list[Report] = []
    driver = LinesDriver("mux", f"socket://127.0.0.1:{port}", PLANS, wall_ticks, again_s=0.05)
    driver.start(said.append)
    try:
        until(lambda: {one.antenna: one.tags for one in said if isinstance(one, Scan)} == {
            "west": ("E00401501A2B3C4D",), "east": (),
        })  # fmt: skip
    finally:
        driver.stop()
        running.kill()
        running.wait(10)


def test_a_reader_that_publishes_is_heard_through_a_brokers_own_client(tmp_path: Path) -> None:
    said: list[Report] = []
    with Mosquitto(tmp_path) as broker:
        program = f"run:mosquitto_sub -h 127.0.0.1 -p {broker.port} -t readers/east"
        driver = LinesDriver("mux", program, PLANS, wall_ticks, again_s=0.05)
        driver.start(said.append)
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        try:

            def heard() -> bool:
                client.publish("readers/east", ONE.strip())
                return any(isinstance(one, Scan) and one.tags == UIDS for one in said)

            until(heard)
        finally:
            client.disconnect()
            client.loop_stop()
            driver.stop()


@pytest.mark.parametrize("port", ["socket://", "socket://host", "socket://host:x"])
def test_an_address_that_is_none_is_named(port: str) -> None:
    driver = LinesDriver("mux", port, PLANS, wall_ticks, again_s=0.01)
    driver.start(lambda _: None)
    until(lambda: "expected socket://host:port" in driver.statuses()[0].problem)
    driver.stop()


def test_a_connection_whose_other_end_has_restarted_is_opened_again() -> None:
    """The other end says nothing on the old connection: it does not know it any more."""
    late, said = [0], list[Report]()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
        driver = LinesDriver("mux", port, PLANS, lambda: wall_ticks() + late[0], again_s=0.01)
        driver.start(said.append)
        first, _ = server.accept()
        first.sendall(b"{}\n")
        until(lambda: driver.statuses()[0].up)
        late[0] = 2 * SILENT_MS
        second, _ = server.accept()
        second.sendall(ONE)
        until(lambda: any(isinstance(one, Scan) for one in said))
        driver.stop()
        first.close()
        second.close()
