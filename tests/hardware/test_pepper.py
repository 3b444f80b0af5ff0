"""A Pepper C1 MUX: its documented bytes, a reader at a port, and what is wrong with one.

The frames are those that Eccel's own package (pepper-c1 0.2.0) builds. Payloads stand in its manual
of part 000537: a count of one tag, a uid, an inventory.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.device_threads import SILENT_MS
from hardware.pepper import READ_MS, Pace, PepperDriver, in_turns, pepper_at
from hardware.pepper_protocol import (
    AT_ONCE,
    LONGEST,
    Code,
    Conversation,
    Frames,
    NoAnswer,
    Refused,
    framed,
    uid_of,
)
from hardware.ports import Report, wall_ticks
from tests.hardware.pepper_reader import PepperPty, PepperSocket, PepperWire, TwinPepper
from tests.mqtt import until

CARD, CHIP, BADGE = "E00401501A2B3C4D", "E00401501A2B3C4E", "74541265"
PLANS = tuple(
    AntennaPlan(name, name, 50, device=device)
    for name, device in (("hand.1", "mux"), ("pot", "else"), ("hand.2", "mux"), ("board", "mux"))
)


@pytest.mark.parametrize(
    ("body", "frame"),
    [
        ("02", "f5 03 00 fc ff 02 b2 c1"),
        ("03 00", "f5 04 00 fb ff 03 00 5c 48"),
        ("06 00", "f5 04 00 fb ff 06 00 a9 b7"),
        ("0f 08", "f5 04 00 fb ff 0f 08 39 8c"),
        ("00 02 01", "f5 05 00 fa ff 00 02 01 df ba"),
    ],
)
def test_frames_are_those_that_its_maker_builds(body: str, frame: str) -> None:
    assert framed(bytes.fromhex(body)) == bytes.fromhex(frame)
    assert Frames().feed(bytes.fromhex(frame)) == [bytes.fromhex(body)]


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.binary(max_size=30), st.data())
def test_frames_are_found_in_any_pieces_and_after_any_garbage(
    bodies: list[bytes], garbage: bytes, data: st.DataObject
) -> None:
    stream = b"".join(map(framed, bodies))
    frames, found, rest = Frames(), list[bytes](), stream
    while rest:
        cut = data.draw(st.integers(1, len(rest)))
        found += frames.feed(rest[:cut])
        rest = rest[cut:]
    assert (found, frames.damaged) == (bodies, 0)
    # Garbage may swallow what it announces, at most the longest frame; then all is read again.
    after = Frames()
    after.feed(garbage + bytes(LONGEST + 7))
    assert after.feed(stream) == bodies


@pytest.mark.parametrize(
    "broken",
    [
        b"\xf5\x10\x00\x00\x00",
        framed(b"\x02")[:-1] + b"\0",
        b"\xf5\x02\x00\xfd\xff\xff\xff",
        b"{}\n",
    ],
    ids=["a length without its inverse", "another CRC", "nothing in it", "text"],
)
def test_what_is_no_frame_is_counted_and_hides_nothing_after_it(broken: bytes) -> None:
    frames = Frames()
    assert frames.feed(broken + framed(b"\x03\x00")) == [b"\x03\x00"]
    assert frames.damaged == 1


class Said:
    """A line on which a test lays answers beforehand."""

    def __init__(self, *bodies: str) -> None:
        self.bodies = [framed(bytes.fromhex(body)) for body in bodies]
        self.sent = b""

    def read(self) -> bytes:
        """Give the next answer."""
        return self.bodies.pop(0) if self.bodies else b""

    def write(self, data: bytes) -> None:
        """Keep what is sent."""
        self.sent += data

    def close(self) -> None:
        """Close it."""


def test_the_answers_of_its_manual() -> None:
    one = Said("00 02 01", "00 03 01 20 74 54 12 65")
    assert Conversation(one).tags() == ("74541265",)
    assert one.sent == bytes.fromhex("f5 03 00 fc ff 02 b2 c1 f5 04 00 fb ff 03 00 5c 48")
    many = Said(
        "00 02 05", *(f"00 03 21 00 0{n} 8F 7F 0A 01 24 16 E0" for n in range(5)),
        "00 90 05 8F 7F 0A 01 24 16 E0 00 01", "00 91 04 8F 7F 0A 01 24 16 E0 00 00",
    )  # fmt: skip
    assert Conversation(many).tags() == tuple(f"E01624010A7F8F0{n}" for n in range(6))
    with pytest.raises(Refused, match="error 0201"):
        Conversation(Said("FF 02 02 01")).tags()


def test_answers_to_another_question_are_left_out() -> None:
    """A late answer, a tag that the reader tells by itself, and then the awaited one."""
    late = Said("00 03 01 20 74 54 12 65", "FE 03 03 00 01 02 03 04", "00 02 00")
    talk = Conversation(late)
    assert (talk.tags(), talk.unasked, talk.answers) == ((), 2, 1)
    with pytest.raises(NoAnswer):
        Conversation(Said("00 0B 31"), answer_s=0.01).tags()


def test_half_an_answer_does_not_spoil_the_next_one() -> None:
    line = Said("00 02 00")
    line.bodies = [line.bodies[0][:6]]
    talk = Conversation(line, answer_s=0.01)
    with pytest.raises(NoAnswer):
        talk.tags()
    line.bodies = [framed(bytes.fromhex(one)) for one in ("00 01", "00 06", "00 0B 32 2E 35 36 00")]
    assert talk.begin() == "2.56"
    assert talk.damaged == 0


@pytest.mark.parametrize("raw", ["", "010203", "00" * 11])
def test_an_answer_without_a_uid_is_an_error(raw: str) -> None:
    with pytest.raises(Refused):
        Conversation(Said("00 02 01", "00 03 01 20" + raw)).tags()


@given(st.binary(min_size=6, max_size=6), st.sampled_from([b"\xe0\x04", b"\xe0\x16"]))
def test_a_uid_comes_out_one_way_in_either_order(serial: bytes, maker: bytes) -> None:
    uid = maker + serial
    if not (serial[-1] == 0xE0 and (serial[-2] == 4 or maker[1] != 4)):
        assert uid_of(0x27, uid) == uid_of(0x27, uid[::-1]) == uid.hex().upper()


@pytest.mark.parametrize("inverted", [True, False])
@pytest.mark.parametrize("count", [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 4])
def test_all_tags_of_an_antenna_are_read(count: int, inverted: bool) -> None:
    uids = tuple(f"E0040150000000{n:02X}" for n in range(count))
    reader = TwinPepper([lambda: (BADGE,), lambda: uids], inverted=inverted)
    talk = Conversation(PepperWire(reader))
    talk.select(2)
    assert talk.tags() == uids
    talk.select(1)
    assert talk.tags() == (BADGE,)
    with pytest.raises(Refused):
        talk.select(3)


def test_a_round_of_all_antennas_has_time() -> None:
    eight = [AntennaPlan(f"hand.{n}", f"hand.{n}", 100) for n in range(1, 9)]
    assert {plan.period for plan in in_turns(eight)} == {500}
    assert [plan.period for plan in in_turns(eight[:1])] == [100]
    assert 8 * READ_MS <= 500


class Table:
    """Three antennas on a simulated reader, a driver that reads them, and what it reported."""

    def __init__(self, plug: type[PepperPty] | type[PepperSocket]) -> None:
        self.fields: dict[int, tuple[str, ...]] = {1: (CARD,), 2: (), 3: (CARD, CHIP, BADGE)}
        self.reader = TwinPepper([partial(self.fields.__getitem__, n) for n in self.fields])
        there = plug(self.reader)
        self.plugs = ExitStack()
        self.plugs.enter_context(there)
        self.late = 0
        self.said: list[Report] = []
        self.driver = PepperDriver(
            "mux", there.port, PLANS, lambda: wall_ticks() + self.late, pace=Pace(1, 0.02, 0.05)
        )

    def falls_silent(self, says: bytes = b"") -> None:
        """Let the reader say nothing but this, and the time of silence pass after that."""
        asked: list[bytes] = []

        def harm(data: bytes) -> bytes:
            asked.append(data)
            return says

        self.reader.harm = harm
        # The answers that it gave before have been counted by then.
        until(lambda: len(asked) > 2, 10)
        self.late = SILENT_MS + 1000
        until(lambda: any(isinstance(one, DeviceLost) for one in self.said), 10)

    def scans(self, antenna: str) -> list[tuple[str, ...]]:
        """Return what was read there."""
        read = [one for one in self.said if isinstance(one, Scan)]
        return [one.tags for one in read if one.antenna == antenna]

    def reads(self, antenna: str, *tags: str) -> None:
        """Wait until this is read there from now on."""
        self.said.clear()
        until(lambda: self.scans(antenna)[-1:] == [tags], 10)

    @property
    def status(self) -> tuple[bool, str]:
        """Whether it is up, and what is wrong."""
        (one,) = self.driver.statuses()
        return one.up, one.problem


@pytest.fixture(params=[PepperPty, PepperSocket])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table(request.param)
    table.driver.start(table.said.append)
    yield table
    table.driver.stop()
    assert not table.driver.alive()
    table.plugs.close()


def test_antennas_are_read_by_turns(table: Table) -> None:
    table.reads("hand.1", CARD)
    table.reads("board", CARD, CHIP, BADGE)
    assert table.scans("pot") == []
    table.fields[2] = (CHIP,)
    table.reads("hand.2", CHIP)
    assert table.status == (True, "")
    (status,) = table.driver.statuses()
    assert (status.firmware, status.kind, status.damaged) == ("2.56.TWIN", "pepper", 0)
    assert not table.reader.polls


def test_a_silent_reader_is_lost_and_back_by_itself(table: Table) -> None:
    table.reads("hand.1", CARD)
    table.falls_silent()
    assert "no readable data from" in table.status[1]
    table.reader.harm = lambda data: data
    table.reader.polls = True
    until(lambda: any(isinstance(one, DeviceBack) for one in table.said), 10)
    kinds = [type(one) for one in table.said]
    assert kinds[kinds.index(DeviceLost) + 1] is DeviceBack
    table.reads("hand.1", CARD)
    assert table.status == (True, "")
    assert not table.reader.polls


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda data: b"\xf5\x09garbage" + data, "not frames of its protocol"),
        (lambda data: b"".join(framed(b"\xfe\x03") for _ in range(200)) + data, "was requested"),
    ],
    ids=["garbage", "flood"],
)
def test_what_is_too_much_is_named_and_the_rest_is_read(
    table: Table, harm: Callable[[bytes], bytes], words: str
) -> None:
    table.reads("hand.1", CARD)
    table.reader.harm = harm
    until(lambda: words in table.status[1], 10)
    table.fields[1] = (CHIP,)
    table.reads("hand.1", CHIP)
    table.reader.harm = lambda data: data
    table.late += 3000
    until(lambda: table.status == (True, ""), 10)


def test_garbage_alone_is_no_sign_of_life(table: Table) -> None:
    table.reads("hand.1", CARD)
    table.falls_silent(b"\xf5\xf5\x00{}")
    assert not table.status[0]


def test_an_antenna_that_is_refused_is_named_and_is_no_empty_one(table: Table) -> None:
    table.reads("board", CARD, CHIP, BADGE)
    table.reader.refuses.add(Code.GET_UID)
    until(lambda: 'antenna 3 ("board") can' in table.status[1], 10)
    table.said.clear()
    table.reads("hand.2")
    assert table.scans("board") == table.scans("hand.1") == []
    table.reader.refuses.clear()
    table.reads("board", CARD, CHIP, BADGE)


def test_a_reader_without_a_multiplexer_is_one_antenna() -> None:
    reader = TwinPepper([lambda: (CARD,)])
    said: list[Report] = []
    driver = PepperDriver(
        "one", "", [AntennaPlan("hand.1", "hand.1", 10, device="one")], wall_ticks,
        open_line=lambda *_: PepperWire(reader),
    )  # fmt: skip
    driver.start(said.append)
    until(lambda: said, 10)
    driver.stop()
    assert isinstance(said[0], Scan)
    assert said[0].tags == (CARD,)


def test_a_port_that_goes_is_lost_and_opened_again() -> None:
    reader = TwinPepper([lambda: (CARD,)])
    raised = threading.Event()

    class Torn(PepperWire):
        def write(self, data: bytes) -> None:
            """Raise as long as the cable is out."""
            if raised.is_set():
                raise OSError("it is out")
            super().write(data)

    now, said = [0], list[Report]()
    driver = PepperDriver(
        "one", "/dev/x", [AntennaPlan("hand.1", "hand.1", 10, device="one")],
        lambda: now[0] + wall_ticks(), pace=Pace(1, 0.01), open_line=lambda *_: Torn(reader),
    )  # fmt: skip
    driver.start(said.append)
    until(lambda: said, 10)
    raised.set()
    now[0] = SILENT_MS + 1000
    until(lambda: any(isinstance(one, DeviceLost) for one in said), 10)
    assert driver.statuses()[0].problem.startswith("one: the cable on /dev/x is unplugged")
    raised.clear()
    until(lambda: any(isinstance(one, DeviceBack) for one in said), 10)
    driver.stop()


def test_a_port_is_asked_for_a_pepper() -> None:
    with PepperPty(TwinPepper([lambda: ()])) as there:
        assert pepper_at(there.port) == "2.56.TWIN"
    with PepperPty(silent := TwinPepper([lambda: ()])) as other:
        silent.harm = lambda _: b"hello\n"
        assert pepper_at(other.port, 0.02) == ""
    assert pepper_at("/dev/none") == ""
