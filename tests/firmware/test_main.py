"""The loop of a board: its line, its watchdog, and when a new copy of the firmware has come up."""

import json

import pytest

from firmware import main, node, roles, watchdog
from firmware.link import messages, wire
from firmware.link.handshake import HostHalf
from firmware.link.session import Message, Session
from firmware.watchdog import GRACE


class Dog:
    """A watchdog that counts how often it is fed."""

    def __init__(self) -> None:
        self.fed = 0

    def feed(self) -> None:
        """Feed it."""
        self.fed += 1


class Still:
    """A role that does what it is told to do."""

    can = ()

    def __init__(self) -> None:
        self.fails = False
        self.steps = 0
        self.silences = 0

    def due(self, now: int) -> int:
        """Be due always."""
        return now

    def step(self, now: int, _: node.Node) -> None:
        """Get on, or fail."""
        self.steps += 1
        if self.fails:
            raise RuntimeError("a uid, maybe")

    def silent(self, _: int) -> None:
        """Count."""
        self.silences += 1

    def command(self, command: messages.Command, _: int) -> None:
        """Take a config that is an object."""
        json.loads(command.value).get("tone")


class Line:
    """A line to a host."""

    def __init__(self) -> None:
        self.to_node = b""
        self.to_host = b""

    def read(self) -> bytes:
        """Return what came."""
        data, self.to_node = self.to_node, b""
        return data

    def room(self, _: int) -> int:
        """Take anything."""
        return 2048

    def write(self, data: bytes, _: int) -> None:
        """Send."""
        self.to_host += data


class Bench:
    """A node with a role of its own, its loop, and what it did."""

    def __init__(self, warning: str = "") -> None:
        self.role = Still()
        self.node = node.Node({"node": "seat-1", "role": "seat"}, self.role, 7, 0)
        self.line = Line()
        self.dog = Dog()
        self.started: list[int] = []
        self.confirmed: list[int] = []
        self.now = 0
        self.host: Session | None = None
        guard = watchdog.Watchdog(self.start, 0)
        self.logs: list[str] = []
        self.loop = main.NodeLoop(
            self.node, self.line, guard, lambda: self.confirmed.append(self.now), 0, warning
        )

    def start(self) -> Dog:
        """Start the watchdog."""
        self.started.append(self.now)
        return self.dog

    def run(self, ms: int, step: int = 10) -> None:
        """Let time pass."""
        for _ in range(ms // step):
            self.now += step
            if self.host is not None:
                for one in self.host.receive(self.line.to_host, self.now):
                    if isinstance(one, Message) and one.kind == wire.LOG:
                        self.logs.append(one.payload[1:].decode())
                self.line.to_node += self.host.outgoing(self.now)
            self.line.to_host = b""
            self.loop.turn(self.now)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_the_watchdog_starts_late_and_is_fed_while_all_get_on(bench: Bench) -> None:
    bench.run(GRACE - 10)
    assert bench.started == []
    bench.run(1000)
    assert bench.started == [GRACE]
    assert bench.dog.fed > 50


def test_a_role_that_fails_again_and_again_is_not_fed(bench: Bench) -> None:
    bench.run(GRACE + 1000)
    bench.role.fails = True
    bench.run(20)
    fed = bench.dog.fed
    steps = bench.role.steps
    bench.run(5000)
    assert bench.dog.fed == fed
    # The link lives on, so that the host can be told why.
    assert bench.role.steps > steps
    assert bench.line.to_host is not None
    bench.role.fails = False
    bench.run(100)
    assert bench.dog.fed > fed


def test_a_new_copy_has_come_up_when_a_host_welcomes_it(bench: Bench) -> None:
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(2000)
    assert len(bench.confirmed) == 1
    assert bench.confirmed[0] < 1500


def test_or_when_all_of_it_has_got_on_for_a_while(bench: Bench) -> None:
    bench.role.fails = True
    bench.run(main.WELL + 5000)
    assert bench.confirmed == []
    bench.role.fails = False
    bench.run(main.WELL + 2000)
    assert len(bench.confirmed) == 1


def test_whatever_moves_lets_go_when_the_host_is_silent(bench: Bench) -> None:
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(2000)
    before = bench.role.silences
    bench.host = None
    bench.run(1500)
    assert bench.role.silences == before + 1


def test_a_mistake_of_a_role_is_told_without_its_text(bench: Bench) -> None:
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(1000)
    bench.role.fails = True
    for count in (1, 2):
        bench.now += 10
        bench.loop.turn(bench.now)
        assert b"the role has failed: RuntimeError (%d)" % count in bench.line.to_host
    assert b"uid" not in bench.line.to_host


def test_a_command_without_sense_is_told_and_the_link_lives(bench: Bench) -> None:
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(1000)
    for text in ("[]", "7", "x"):
        bench.host.send(wire.COMMAND, messages.pack_command(messages.Command("config", 0, text)))
        bench.run(100)
    assert [text.split(":")[0] for text in bench.logs] == ["config"] * 3
    assert bench.node.up


def test_a_bug_in_a_command_is_named_by_its_type_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an unexpected error quotes may be a read."""
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(2000)

    def broken(*_: object) -> None:
        raise KeyError("E00401500A1B2C3D")

    monkeypatch.setattr(bench.role, "command", broken)
    bench.host.send(wire.COMMAND, messages.pack_command(messages.Command("config", 0, "{}")))
    bench.run(100)
    assert "config: KeyError" in bench.logs
    assert not any("E004" in text for text in bench.logs)


def test_a_role_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match='unknown role "dealer": use antennas, seat, shoe'):
        roles.open_role({"role": "dealer"}, None, 0)


class Chip:
    """What of the module `machine` has to do with the clock; it takes some rates only."""

    def __init__(self, *takes: int) -> None:
        self.mem32: dict[int, int] = {}
        self.said: list[object] = []
        self._takes = takes

    def freq(self, hz: int) -> None:
        """Run at so many Hz. Raises `ValueError`, as a board does, for what it can't."""
        if hz not in self._takes:
            raise ValueError("cannot change frequency")
        self.said.append(hz)


class Port:
    """An RP2040's UART, to which a byte comes each time that it waits for one."""

    def __init__(self, _id: int, **_options: object) -> None:
        self.here = b"\x00abc"
        self.to_come = b"def\x00"

    def write(self, _data: bytes) -> None:
        """Take bytes."""

    def any(self) -> int:
        """Return how many bytes are there."""
        return len(self.here)

    def read(self, count: int = 1 << 20) -> bytes | None:
        """Return that many bytes, or fewer when none has come for a while."""
        while len(self.here) < count and self.to_come:
            self.here, self.to_come = self.here + self.to_come[:1], self.to_come[1:]
        given, self.here = self.here[:count], self.here[count:]
        return given or None


class Ports:
    """What of the module `machine` has to do with a UART."""

    UART = Port
    Pin = int


def test_a_line_gives_what_has_come_and_waits_for_nothing() -> None:
    line = main.Uart(Ports, {}, 115200)
    assert line.read() == b"\x00abc"
    assert line.read() == b""


def test_a_line_has_room_for_what_has_left_it_at_its_rate() -> None:
    """Ten bits a byte: 10 bytes a millisecond at 100,000 baud, and one millisecond to spare."""
    line = main.Uart(Ports, {}, 100_000)
    assert line.room(0) == main.FIFO
    line.write(bytes(1000), 50)
    assert [line.room(now) for now in (50, 51, 100, 150, 151, 200)] == [
        main.FIFO - 1010, main.FIFO - 1000, main.FIFO - 510, main.FIFO - 10, main.FIFO, main.FIFO,
    ]  # fmt: skip
    line.write(bytes(500), 100)
    assert line.room(100) == main.FIFO - 510 - 510


def test_a_uart_has_the_pins_and_the_rate_of_its_role_file() -> None:
    opened: list[tuple[int, dict[str, object]]] = []

    class Told:
        """Write down how the port is opened."""

        Pin = int

        @staticmethod
        def UART(number: int, **options: object) -> Port:  # noqa: N802
            """Open."""
            opened.append((number, options))
            return Port(number)

    main.Uart(Told, {}, 115200)
    main.Uart(Told, {"id": 1, "tx": 4, "rx": 5}, 921600)
    buffers = {"rxbuf": 2048, "txbuf": 2048}
    assert opened == [
        (0, {"baudrate": 115200, "tx": 0, "rx": 1, **buffers}),
        (1, {"baudrate": 921600, "tx": 4, "rx": 5, **buffers}),
    ]


PICO, PICO_2 = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico2 with RP2350"


def test_an_rp2040_gets_its_voltage_and_time_for_it_before_it_runs_at_200_mhz() -> None:
    chip = Chip(200_000_000)
    assert main.quicken(chip, PICO, chip.said.append) == ""
    assert chip.mem32 == {main.VOLTAGE: main.V_1_15}
    assert chip.said == [main.SETTLED_MS, 200_000_000]


def test_the_role_file_may_say_a_slower_clock_which_needs_no_voltage() -> None:
    for mhz in (main.SLOWEST, 125, main.USUAL):
        chip = Chip(mhz * 1_000_000)
        assert main.quicken(chip, PICO, chip.said.append, mhz) == ""
        assert chip.mem32 == {}
        assert chip.said == [mhz * 1_000_000]
    quicker = Chip(134_000_000)
    assert main.quicken(quicker, PICO, quicker.said.append, 134) == ""
    assert quicker.mem32 == {main.VOLTAGE: main.V_1_15}


@pytest.mark.parametrize("board", [PICO_2, "ESP32 module with ESP32", ""])
def test_other_boards_run_as_they_do(board: str) -> None:
    chip = Chip()
    assert main.quicken(chip, board, chip.said.append) == ""
    assert (chip.mem32, chip.said) == ({}, [])


@pytest.mark.parametrize("mhz", [47, 201, 133.5, "fast"])
def test_a_clock_that_no_rp2040_is_made_for_is_refused(mhz: int) -> None:
    with pytest.raises(ValueError, match="clock must be 48 to 200 MHz, not"):
        main.quicken(Chip(200_000_000), PICO, bool, mhz)


def test_a_board_that_refuses_its_clock_runs_on_and_says_so_once() -> None:
    warning = main.quicken(Chip(), PICO, bool)
    assert warning == (
        "the board can't run at 200 MHz (cannot change frequency), so it reads more slowly"
    )
    bench = Bench(warning)
    bench.run(500)
    bench.host = Session(HostHalf(3, lambda _: ""), 0)
    bench.run(3000)
    assert [text for text in bench.logs if "MHz" in text] == [warning]
