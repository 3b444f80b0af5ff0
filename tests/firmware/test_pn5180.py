"""A PN5180's driver at its wires: times, bits and the last try, each at its edge.

What it does as a whole is kept as a stream, and runs on the real interpreter with the other roles.
"""

from typing import Any

import pytest

from firmware.drivers import pn5180
from firmware.drivers.pn5180 import ANSWER_US, HEARD_US, LATER_US, LONGEST, SENT_US, WRAP
from firmware.reading import iso14443, iso15693

RX, IDLE, RX_SOF, ERROR, RF_ON, GIVES_WAY = 1, 1 << 2, 1 << 14, 1 << 17, 1 << 9, 1 << 10
ASKED, TOLD = iso15693.inventory(0, 0), iso15693.stay_quiet(bytes(8))
CARD = iso14443.Frame(b"\x26", 7, False, 0)


class Wire:
    """A pin; one for BUSY is high from a transfer until NSS is."""

    def __init__(self, chip: "Chip", number: int) -> None:
        self.chip, self.number = chip, number

    def __call__(self, *level: int) -> int:
        """Set a level, or return one."""
        if level and self.number == Chip.NSS and level[0]:
            self.chip.busy = 0
        if level and self.number == Chip.RESET:
            self.chip.resets.append(level[0])
        return self.chip.busy

    value = __call__


class Chip:
    """A board with a chip; `status` are the IRQ and RX status to come, the last one again."""

    IN, OUT, NSS, BUSY, RESET = 0, 1, 17, 20, 21

    def __init__(self, *status: tuple[int, int], stuck: bool = False) -> None:
        self.machine: Any = self
        self.busy, self.now, self.stuck = 0, 0, stuck
        self.status = list(status)
        self.resets: list[int] = []
        self.slept: list[int] = []
        self.written: list[bytes] = []
        self.sent: list[bytes] = []
        self.registers = {pn5180.IRQ_STATUS: IDLE, pn5180.TX_CONFIG: 0xFFFFFFFF}
        self.stored = {at: at for at in range(256)}
        self.keeps = True

    def Pin(self, number: int, *_mode: int, value: int = 0) -> Wire:  # noqa: N802
        """Return a pin."""
        return Wire(self, number)

    Pin.IN, Pin.OUT = 0, 1  # type: ignore[attr-defined]

    def SPI(self, _bus: int, **_options: int) -> "Chip":  # noqa: N802
        """Return what is written to and read from."""
        return self

    def write(self, command: bytes) -> None:
        """Take a command."""
        self.busy = 0 if self.stuck else 1
        self.written.append(command)
        if command[0] == pn5180.SEND_DATA:
            self.sent.append(command[1:])
        if command[0] == pn5180.WRITE_EEPROM and self.keeps:
            self.stored.update(enumerate(command[2:], command[1]))

    def read(self, count: int, _fill: int) -> bytes:
        """Answer the last command."""
        self.busy = 1
        command = self.written[-1]
        if command[0] == pn5180.READ_EEPROM:
            return bytes(self.stored[at] for at in range(command[1], command[1] + count))
        if command[0] == pn5180.READ_DATA:
            return bytes(at & 255 for at in range(count))
        if len(command) == 3 and self.status:
            both = self.status.pop(0) if len(self.status) > 1 else self.status[0]
            return both[0].to_bytes(4, "little") + both[1].to_bytes(4, "little")
        return b"".join(self.registers[at].to_bytes(4, "little") for at in command[1:])

    def sleep_us(self, us: int) -> None:
        """Let time pass."""
        self.slept.append(us)
        self.now += us

    def ticks_us(self) -> int:
        """Return the time."""
        return self.now & WRAP

    def driver(self) -> pn5180.Pn5180:
        """Return the driver of it."""
        return pn5180.Pn5180(self, 0, self.NSS, self.BUSY, self.RESET, {})


def test_a_frame_takes_as_long_as_its_bits() -> None:
    assert [*SENT_US] == [40, *(int((8 * size + 19) * pn5180.BIT_US) for size in range(1, 16))]


@pytest.mark.parametrize("now", [0, 1000, WRAP - 10])
def test_an_answer_is_looked_for_when_it_has_begun_or_where_one_is_known_to_come_ended(
    now: int,
) -> None:
    board = Chip()
    chip = board.driver()
    assert chip.slept == 0
    for frame, expected, longer in (
        (ASKED, False, 0), (ASKED, True, ANSWER_US), (TOLD, True, 0), (TOLD, False, 0),
        (iso15693.NEXT_SLOT, True, ANSWER_US),
    ):  # fmt: skip
        board.now = now
        at = now + SENT_US[len(frame.data)] + HEARD_US + longer
        assert chip.ask(frame, expected) == at & WRAP
        assert board.sent[-1] == b"\x00" + frame.data
    # Who may not answer is not listened to.
    chip.ask(TOLD)
    board.written.clear()
    assert chip.heard() is None
    assert board.written == []


@pytest.mark.parametrize(
    ("status", "received", "heard"),
    [
        (RX, 12, 12), (RX, 0x1FF, 0x1FF), (RX, 0x200 | 3, 3), (RX, 0x100, 0x100), (RX, 0, 0),
        (RX, 12 | 1 << 16, 0), (RX, 12 | 1 << 17, 0), (RX, 12 | 1 << 18, 0), (RX, 12 | 1 << 19, 12),
        (RX | ERROR, 12, 12), (0, 12, None), (IDLE, 12, None),
    ],
)  # fmt: skip
def test_an_answer_is_whole_or_garbled_or_none(
    status: int, received: int, heard: int | None
) -> None:
    chip = Chip((status, received)).driver()
    chip.ask(ASKED)
    told = chip.heard()
    assert told == (None if heard is None else bytes(at & 255 for at in range(heard)))


def test_an_answer_that_does_not_end_is_garbled_after_some_looks() -> None:
    board = Chip((RX_SOF, 0))
    chip = board.driver()
    ends = chip.ask(ASKED, expected=True)
    for at, later in (
        (ends - ANSWER_US, ends), (ends - 1, ends), (ends, ends), (ends + 1, ends + 1 + LATER_US),
        (ends - ANSWER_US - 1, ends - ANSWER_US - 1 + LATER_US),
    ):  # fmt: skip
        board.now = at
        assert chip.heard() == later
    looks = [chip.heard() for _ in range(9 - 5)]
    assert b"" not in looks[:-1]
    assert looks[-1] == b""
    # The next frame has all its looks.
    chip.ask(ASKED)
    assert isinstance(chip.heard(), int)


def test_a_frame_that_is_refused_is_sent_twice_and_the_next_one_again() -> None:
    board = Chip((ERROR, 0), (ERROR, 0), (ERROR, 0), (RX, 12), (ERROR, 0), (0, 0), (ERROR, 0))
    chip = board.driver()
    chip.ask(ASKED)
    assert isinstance(chip.heard(), int)
    with pytest.raises(pn5180.Silent, match="refuses to send"):
        chip.heard()
    for told in (bytes(range(12)), None):
        chip.ask(ASKED)
        assert isinstance(chip.heard(), int)
        assert chip.heard() == told
    chip.ask(ASKED)
    assert isinstance(chip.heard(), int)
    assert len(board.sent) == 8


@pytest.mark.parametrize(
    ("statuses", "told"),
    [
        ([(0, 0)], None),
        ([(RX, 2)], (b"\x00\x01", None)),
        ([(RX, 2 | 5 << 19)], (b"\x00\x01", None)),
        ([(RX, 2 | 1 << 18 | 5 << 19)], (b"\x00\x01", 5)),
        ([(RX, 2 | 1 << 18 | 127 << 19)], (b"\x00\x01", 127)),
        ([(RX_SOF, 0), (0, 0), (RX, 2)], (b"\x00\x01", None)),
        ([(RX_SOF, 0), *[(0, 0)] * 8, (RX, 2)], (b"", None)),
        ([(RX_SOF, 0), *[(0, 0)] * 7, (RX, 2)], (b"\x00\x01", None)),
        ([(ERROR, 0), (RX, 2)], (b"\x00\x01", None)),
    ],
)
def test_a_card_answers_with_where_it_collides(
    statuses: list[tuple[int, int]], told: tuple[bytes, int | None] | None
) -> None:
    assert Chip(*statuses).driver().proximity(CARD) == told


def test_each_way_to_ask_a_card_is_prepared_as_its_own() -> None:
    board = Chip((0, 0))
    chip = board.driver()
    made = set()
    for align in (0, 3, 7):
        for crc in (False, True):
            chip.proximity(iso14443.Frame(b"\x93\x20", align, crc, align))
            made.add(board.written[-3])
            assert board.sent[-1] == bytes((align, 0x93, 0x20))
    assert len(made) == 6
    # Small numbers, which take no memory on a board.
    assert sorted(chip._made_a) == [0, 1, 6, 7, 14, 15]
    board = Chip((ERROR, 0))
    with pytest.raises(pn5180.Silent, match="refuses"):
        board.driver().proximity(CARD)
    assert len(board.sent) == 2


@pytest.mark.parametrize(
    ("far", "slept"), [(0, [0]), (1, [1]), (LONGEST, [LONGEST]), (LONGEST + 1, []), (WRAP, [])]
)
@pytest.mark.parametrize("now", [0, WRAP - 5])
def test_a_time_that_has_passed_is_not_waited_for(now: int, far: int, slept: list[int]) -> None:
    board = Chip()
    board.now = now
    chip = board.driver()
    chip.wait_until(now + far & WRAP)
    assert board.slept == slept
    assert chip.slept == sum(slept)


@pytest.mark.parametrize("steps", [0, 1, 17])
def test_a_field_is_waited_for_and_then_a_tag(steps: int) -> None:
    board = Chip(*[(0, 0)] * steps, (RF_ON, 0))
    chip = board.driver()
    chip.on(pn5180.ISO15693)
    assert sum(board.slept) == 500 + 250 * steps + pn5180.GUARD_US
    loads = [one for one in board.written if one[0] == pn5180.LOAD_RF_CONFIG]
    chip.on(pn5180.ISO15693)
    assert [one for one in board.written if one[0] == pn5180.LOAD_RF_CONFIG] == loads
    chip.on(pn5180.ISO14443A)
    loads = [one for one in board.written if one[0] == pn5180.LOAD_RF_CONFIG]
    assert loads == [b"\x11\x0d\x8d", b"\x11\x00\x80"]


@pytest.mark.parametrize(
    ("statuses", "why"),
    [([(0, 0)] * 18 + [(RF_ON, 0)], "does not come on"), ([(GIVES_WAY, 0)], "another field")],
)
def test_a_field_that_does_not_come_is_said(statuses: list[tuple[int, int]], why: str) -> None:
    with pytest.raises(pn5180.Silent, match=why):
        Chip(*statuses).driver().on(pn5180.ISO15693)


def test_what_the_eeprom_keeps_is_written_once_and_looked_at_again() -> None:
    board = Chip()
    chip = board.driver()
    assert chip.keep(0x59, b"\x5a\x01")
    assert not chip.keep(0x59, b"\x5a\x01")
    assert [one for one in board.written if one[0] == pn5180.WRITE_EEPROM] == [b"\x06\x59\x5a\x01"]
    assert board.slept == [pn5180.STORE_US]
    board.keeps = False
    with pytest.raises(pn5180.Silent, match="does not store"):
        chip.keep(0x60, b"\x00")
    board.registers[pn5180.RF_STATUS] = 0xFFFF_FFFF
    assert chip.gauge() == (1023, 15)
    board.registers[pn5180.RF_STATUS] = 3 << 20 | 1 << 10 | 5
    assert chip.gauge() == (5, 3)


@pytest.mark.parametrize(
    ("version", "told"),
    [((0, 0), None), ((255, 255), None), ((0, 4), (4, 0)), ((255, 0), (0, 255)), ((1, 4), (4, 1))],
)
def test_a_chip_says_its_version(version: tuple[int, int], told: tuple[int, int] | None) -> None:
    board = Chip()
    board.stored[0x12], board.stored[0x13] = version
    if told is None:
        with pytest.raises(pn5180.Silent, match="does not answer"):
            board.driver().begin()
        return
    assert board.driver().begin() == told
    assert board.resets == [0, 1]
    assert board.slept == [100, 1000]


def test_a_chip_has_thirty_milliseconds_to_start_and_five_for_a_command() -> None:
    board = Chip()
    board.registers[pn5180.IRQ_STATUS] = 0
    with pytest.raises(pn5180.Silent, match="does not start"):
        board.driver().begin()
    assert board.slept == [100, *[1000] * 30]
    stuck = Chip(stuck=True)
    with pytest.raises(pn5180.Silent, match="BUSY line does not change"):
        stuck.driver().off()
    assert stuck.slept == [10] * 500
