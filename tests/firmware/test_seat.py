"""The seat's core: keys without their bounce, and knocks told from what else is heard."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.places.knocks import Knocks
from firmware.places.seat import BOUNCE_MS, HELD, HELD_MS, REPEATED, Inputs, Keys, SeatCore


def presses(levels: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return what the keys say to levels of (ms that they last, mask), looked at every 5 ms."""
    keys, now, out = Keys(0), 0, []
    for length, mask in levels:
        for _ in range(0, length, 5):
            now += 5
            out += keys.step(now, mask)
    return out


def test_a_key_counts_once_and_from_when_it_went_down() -> None:
    assert presses([(50, 0), (100, 0b10), (100, 0)]) == [(55, 2)]


def test_a_key_that_is_held_says_so_once_and_plus_goes_on_counting() -> None:
    long = HELD_MS + 400
    assert [number for _, number in presses([(long, 0b10), (50, 0)])] == [2, 2 + HELD]
    counted = [number for _, number in presses([(long, 0b10000), (50, 0)])]
    assert counted == [5, 5 + HELD, 5 + REPEATED, 5 + REPEATED]


def test_an_arm_on_the_pad_presses_nothing_until_it_is_lifted() -> None:
    assert presses([(50, 0b1110), (50, 0b10), (50, 0), (50, 0b1), (50, 0)]) == [(155, 1)]


@given(st.lists(st.integers(1, 2), max_size=20), st.integers(0, 6))
def test_however_it_bounces_a_press_is_one_press(bounces: list[int], key: int) -> None:
    mask = 1 << key
    shaky = [(5 * length, 0 if place % 2 else mask) for place, length in enumerate(bounces)]
    out = presses([(50, 0), *shaky, (100, mask), (5, 0), *shaky, (100, 0)])
    assert [number for _, number in out] == [key + 1]


def test_a_config_sounds_and_shows_once() -> None:
    pad = SeatCore({}, 0)
    pad.configure('{"tone": "ask", "lines": ["call 200?"]}')
    out = pad.step(1, Inputs(0, ()))
    assert out.lines == ["call 200?"]
    assert out.tones[0][0] == 1200
    assert pad.step(2, Inputs(0, ())) == ([], (), None)
    for wrong in ("", "[]", '{"tone": "loud"}', '{"lines": "x"}', '{"lines": [1]}'):
        try:
            pad.configure(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def knock(at: int, loud: int = 600, length: int = 30) -> list[tuple[int, int]]:
    """Return the envelope of a knuckle on the table: it dies down slowly."""
    return [(at + ms, loud - loud * ms // (2 * length)) for ms in range(length)]


def chip(at: int, loud: int = 700) -> list[tuple[int, int]]:
    """Return a chip that drops: clicks, each time sooner and softer."""
    out, gap = [], 180
    while gap > 20:
        out += [(at, loud), (at + 1, loud // 2), (at + 2, loud // 5)]
        at += gap
        gap, loud = gap * 6 // 10, loud * 6 // 10
    return out


def shuffle(at: int, length: int = 900) -> list[tuple[int, int]]:
    """Return a riffle: soft sounds without a pause."""
    return [(at + ms, 90 + 70 * (ms * 7 % 11) // 10) for ms in range(0, length, 3)]


def heard(*sounds: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return what is made of some sounds, taken every 20 ms."""
    samples = sorted(sample for sound in sounds for sample in sound)
    knocks, out = Knocks({}), []
    end = max((at for at, _ in samples), default=0) + 1500
    for now in range(0, end, 20):
        out += knocks.step(now, [sample for sample in samples if now - 20 < sample[0] <= now])
    return out


def test_two_knocks_are_two_and_three_are_three() -> None:
    assert heard(knock(500), knock(720)) == [(500, 2)]
    assert heard(knock(500), knock(720), knock(930)) == [(500, 3)]
    assert heard(knock(500), knock(720), knock(2000), knock(2200)) == [(500, 2), (2000, 2)]


def test_a_single_thump_is_no_knock() -> None:
    assert heard(knock(500)) == []
    assert heard(knock(500), knock(1500)) == []


def test_chips_shuffles_and_drumming_are_no_knocks() -> None:
    assert heard(chip(500)) == []
    assert heard(chip(500), chip(650), chip(900)) == []
    assert heard(shuffle(500)) == []
    assert heard(*[knock(500 + 130 * n) for n in range(9)]) == []


def test_what_bounces_like_a_ball_is_no_knock() -> None:
    assert heard(knock(500, 900), knock(900, 600), knock(1150, 400), knock(1300, 300)) == []


def test_a_knock_among_other_sounds_is_not_believed() -> None:
    assert heard(knock(500), chip(600), knock(720)) == []
    assert heard(chip(400), knock(700), knock(900)) == []


@settings(max_examples=60)
@given(st.integers(110, 400), st.integers(350, 1000), st.integers(-80, 80), st.integers(14, 80))
def test_two_knocks_of_many_kinds_are_heard(gap: int, loud: int, other: int, length: int) -> None:
    assert heard(knock(500, loud, length), knock(500 + gap, loud + other, length)) in (
        [(500, 2)],
        # Two that run into each other are one long sound.
        [] if gap - length < 12 else [(500, 2)],
    )


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(40, 1023)), max_size=200))
def test_whatever_is_heard_nothing_breaks(sounds: list[tuple[int, int]]) -> None:
    for _, count in heard(sounds):
        assert 2 <= count <= 5


def test_bounce_is_shorter_than_a_hurried_finger() -> None:
    assert presses([(50, 0), (BOUNCE_MS + 5, 0b1), (50, 0)]) == [(55, 1)]
