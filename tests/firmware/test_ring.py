"""The ring's core: fades between frames, and is dark when the host has been silent for long."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link.messages import Command
from firmware.places.ring import (
    DARK_AFTER_MS,
    FADE_MS,
    MOST,
    STEP_MS,
    UNTIDY,
    Fader,
    RingRole,
    wire_order,
)

HERE, GONE = True, False
frames = st.lists(st.integers(0, 255), min_size=12, max_size=12).map(bytes)


def run(fader: Fader, begin: int, end: int, host: bool = HERE) -> list[bytes]:
    """Return what is written between two times, looking every 20 ms."""
    out = [fader.step(now, host) for now in range(begin, end, 20)]
    return [frame for frame in out if frame is not None]


@given(frames, frames)
def test_a_fade_ends_with_the_frame_and_never_leaves_its_bounds(one: bytes, two: bytes) -> None:
    fader = Fader(4, 0)
    fader.show(one, 0)
    before = run(fader, 0, 1000)
    assert not before or before[-1] == one or not any(one)
    fader.show(two, 1000)
    for frame in run(fader, 1000, 1000 + 2 * FADE_MS):
        for led, a, b in zip(frame, one, two, strict=True):
            assert min(a, b) - 1 <= led <= max(a, b)
        last = frame
    if one != two:
        assert last == two


def test_nothing_is_written_while_nothing_changes() -> None:
    fader = Fader(2, 0)
    fader.show(bytes((1, 2, 3, 4, 5, 6)), 0)
    run(fader, 0, 1000)
    assert run(fader, 1000, 3000) == []


def test_the_ring_goes_dark_when_the_host_is_gone_and_shows_again_what_comes() -> None:
    fader = Fader(1, 0)
    fader.show(b"\xff\x80\x40", 0)
    run(fader, 0, 500)
    assert run(fader, 500, 500 + DARK_AFTER_MS - 100, GONE) == []
    assert run(fader, 500 + DARK_AFTER_MS, 2000 + DARK_AFTER_MS, GONE)[-1] == bytes(3)
    fader.show(b"\x01\x02\x03", 9000)
    assert run(fader, 9000, 10_000)[-1] == b"\x01\x02\x03"


def test_a_short_frame_leaves_the_rest_and_a_long_one_is_refused() -> None:
    fader = Fader(2, 0, fade=0)
    fader.show(bytes((1, 2, 3, 4, 5, 6)), 0)
    fader.show(bytes((9, 9, 9)), 1)
    assert run(fader, 20, 100) == [bytes((9, 9, 9, 4, 5, 6))]
    with pytest.raises(ValueError, match="more colours than this ring has LEDs"):
        fader.show(bytes(7), 200)


def test_green_comes_first_on_the_wire() -> None:
    assert wire_order(bytes((1, 2, 3, 4, 5, 6))) == bytes((2, 1, 3, 5, 4, 6))


def test_a_fade_goes_by_its_milliseconds_and_says_when_it_goes_on() -> None:
    fader = Fader(1, 0, fade=100)
    assert fader.step(0, HERE) == bytes(3), "the LEDs may show what was before"
    fader.show(b"\xff\x00\x80", 1000)
    assert fader.due(1000) == 1000 + STEP_MS
    assert fader.step(1000, HERE) is None
    assert fader.step(990, HERE) is None, "a step that is late by its clock"
    assert fader.step(1050, HERE) == b"\x7f\x00\x40"
    assert fader.step(1099, HERE) == b"\xfc\x00\x7e"
    assert fader.due(1099) == 1099 + STEP_MS
    assert fader.step(1100, HERE) == b"\xff\x00\x80"
    assert fader.due(1100) == 1100 + 500
    assert fader.step(1101, HERE) is None


def test_it_goes_dark_to_the_millisecond_and_counts_from_when_the_host_was_gone() -> None:
    fader = Fader(1, 0, fade=0)
    fader.show(b"\x09\x09\x09", 0)
    assert fader.step(0, GONE) == b"\x09\x09\x09"
    assert fader.step(DARK_AFTER_MS - 1, GONE) is None
    assert fader.step(DARK_AFTER_MS, GONE) == bytes(3)
    assert fader.step(3 * DARK_AFTER_MS, GONE) is None
    fader.step(20_000, HERE)
    fader.show(b"\x08\x08\x08", 20_000)
    assert fader.step(20_001, GONE) == b"\x08\x08\x08"
    assert fader.step(20_000 + DARK_AFTER_MS, GONE) is None
    assert fader.step(20_001 + DARK_AFTER_MS, GONE) == bytes(3)


class Board:
    """A board with one pin of LEDs; it notes what is written there, and when it tidies its heap."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.tidied: list[int] = []

        def pin(number: int, _mode: int, value: int) -> int:
            assert value == 0
            return number

        pin.OUT = 1  # type: ignore[attr-defined]
        self.machine: Any = SimpleNamespace(Pin=pin, bitstream=self._write)

    def _write(self, pin: int, encoding: int, _timing: object, data: bytearray) -> None:
        assert (pin, encoding) == (16, 0)
        self.written.append(bytes(data))

    def tidy(self) -> None:
        """Note after how many pictures the heap is tidied."""
        self.tidied.append(len(self.written))


@pytest.mark.parametrize("leds", [0, -1, MOST + 1, "60", 60.0, None, [60]])
def test_a_role_file_with_a_senseless_number_of_leds_is_refused(leds: object) -> None:
    with pytest.raises(ValueError, match=r"role\.json: leds must be 1 to 300"):
        RingRole({"data": 16, "leds": leds}, Board(), 0)


@pytest.mark.parametrize(("leds", "there"), [({"leds": 1}, 1), ({"leds": MOST}, MOST), ({}, 60)])
def test_a_ring_has_the_leds_of_its_role_file(leds: dict[str, int], there: int) -> None:
    board = Board()
    ring = RingRole({"data": 16, **leds}, board, 7)
    assert ring.due(0) == 7
    ring.step(7, SimpleNamespace(up=True))
    assert board.written == [bytes(3 * there)]


def test_each_picture_is_written_by_the_next_turn_and_the_heap_tidied_after_some() -> None:
    board, node = Board(), SimpleNamespace(up=True)
    ring = RingRole({"data": 16, "leds": 1, "fade": 0}, board, 0)
    ring.step(0, node)
    assert ring.due(0) == 500
    for number in range(1, 3 * UNTIDY):
        now = 1000 * number
        ring.command(Command("config", 0, "{}"), now)
        ring.command(Command("leds", 0, bytes((number, 0, 99))), now)
        assert ring.due(now) == now + 1
        ring.step(now + 1, node)
        assert board.written[-1] == bytes((0, number, 99))
        tidies = len(board.written) % UNTIDY == 0
        assert ring.due(now + 1) == now + (2 if tidies else 501)
        ring.step(now + 2, node)
        assert ring.due(now + 2) == now + 502
    assert board.tidied == [UNTIDY, 2 * UNTIDY, 3 * UNTIDY]
    with pytest.raises(ValueError, match="a ring accepts only leds and config"):
        ring.command(Command("servo", 0, 9), 0)
    ring.silent(77)
    assert ring.due(0) == 77
