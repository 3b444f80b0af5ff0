"""The ring's core: fades between frames, and is dark when the host has been silent for long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.places.ring import DARK_AFTER_MS, FADE_MS, Fader, Inputs, wire_order

HERE, GONE = Inputs(host=True), Inputs(host=False)
frames = st.lists(st.integers(0, 255), min_size=12, max_size=12).map(bytes)


def run(fader: Fader, begin: int, end: int, inputs: Inputs = HERE) -> list[bytes]:
    """Return what is written between two times, looking every 20 ms."""
    out = [fader.step(now, inputs).frame for now in range(begin, end, 20)]
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
        fader.show(bytes(9), 200)


def test_green_comes_first_on_the_wire() -> None:
    assert wire_order(bytes((1, 2, 3, 4, 5, 6))) == bytes((2, 1, 3, 5, 4, 6))
