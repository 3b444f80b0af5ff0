"""The ring for every eye and from its corner: colours by calculation, movements by their frames."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    HandStatus,
    Kind,
    LevelView,
    PublicState,
    RulingView,
    SeatView,
    WaitsFor,
)
from controller.run.lights.ring import (
    MEANINGS,
    OFF,
    PULSE,
    STILL,
    Rgb,
    dimmed,
    ring_frame,
    segments,
)
from controller.run.lights.ring_motion import FADE_MS, Fade, RingMemory, faded, moved_on
from hardware.node.ring_node import dimmed as at_brightness
from tests.display.felt.test_palette import EYES, lab_of_light

# What may be seen on the same LEDs, and the marks beside or within it.
WHOLE = ("ruling-seat", "ruling-floor", "ruling", "won", "turn", "off")
INNER = ("moved", "leaving", "owes", "all-in", "live", "paused", "off")
MARKS = ("blind-zone", "shoe", "button", "small-blind", "big-blind")
AMBIENT = (100, 30, 10)
LEAST = {100: 20.0, 30: 19.0, 10: 13.0}


def apart(first: Rgb, second: Rgb, percent: int, eye: str) -> float:
    """Return how far two colours of LEDs are apart for an eye that is used to that brightness."""
    one, other = (lab_of_light(seen(colour, percent), eye) for colour in (first, second))
    return dist(one, other)


def seen(colour: Rgb, percent: int) -> tuple[float, float, float]:
    """Return the light of an LED of a node, 1 for white at that brightness."""
    red, green, blue = (value * 100 / 255 / percent for value in at_brightness((colour,), percent))
    return red, green, blue


def pairs() -> Iterator[tuple[str, str]]:
    """Return the meanings that are to be told apart by their colour."""
    for group in (WHOLE, INNER):
        for one, other in combinations(group, 2):
            if "off" in (one, other) or MEANINGS[one].moves == MEANINGS[other].moves:
                yield one, other
    yield "small-blind", "big-blind"
    yield "hurry", "turn"
    for mark in MARKS:
        for whole in (*WHOLE, *INNER[:-1], "hurry"):
            yield mark, whole


@pytest.mark.parametrize("percent", AMBIENT)
@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_what_stands_at_one_place_at_every_brightness(
    eye: str, percent: int
) -> None:
    near = {
        (one, other): distance
        for one, other in pairs()
        if (distance := apart(MEANINGS[one].colour, MEANINGS[other].colour, percent, eye))
        < LEAST[percent]
    }
    assert not near


@pytest.mark.parametrize("percent", AMBIENT)
def test_what_pulses_is_seen_to_pulse_and_is_never_dark(percent: int) -> None:
    for meaning in MEANINGS.values():
        if meaning.moves == PULSE:
            for eye in EYES:
                assert apart(meaning.colour, dimmed(meaning.colour), percent, eye) >= 15
            assert any(at_brightness((dimmed(meaning.colour),), percent))


def test_all_meanings_of_the_ring_are_looked_at() -> None:
    looked_at = {name for pair in pairs() for name in pair}
    assert looked_at == {*MEANINGS} - {"level-up"}
    runs = {meaning.name for meaning in MEANINGS.values() if meaning.moves not in (STILL, PULSE)}
    assert runs == {"level-up", "hurry", "turn"}


def table(**fields: object) -> PublicState:
    views = tuple(SeatView(n, HandStatus.IN, f"P{n}", 1_000) for n in range(1, 7))
    state = PublicState(seq=1, table="1", house="ppc", seats=views, level=LevelView(50, 100))
    return replace(state, **fields)


RULED = RulingView(id=1, kind=Kind.BOARD_NO_BURN, article="x", waits_for=WaitsFor.FLOOR)
STATES = st.builds(
    table,
    turn=st.integers(0, 6), button=st.integers(0, 6), big_blind=st.integers(0, 6),
    clock_seat=st.integers(0, 6), clock_left=st.sampled_from((0, 7_300, 12_000, 60_000)),
    shoe=st.sampled_from(("", "jam")), rulings=st.sampled_from(((), (), (RULED,))),
    moved_while_off=st.sampled_from(((), ("hand.2",), ("board",))),
    blind_zones=st.sampled_from(((), ("bet.3",))),
    level=st.sampled_from((LevelView(50, 100), LevelView(100, 200))),
)  # fmt: skip


def film(
    states: list[PublicState], each_ms: int, fade_ms: int = FADE_MS
) -> list[tuple[int, tuple[Rgb, ...]]]:
    """Return all that is seen on 36 LEDs while states follow one another, with its times."""
    motion, fade, now = RingMemory(), Fade(), 0
    out: list[tuple[int, tuple[Rgb, ...]]] = []
    for state in states:
        since = now
        while now < since + each_ms:
            motion, frame = moved_on(motion, state, 36, 0, now, since)
            fade, frame = faded(fade, frame, now, fade_ms)
            out.append((now, frame.leds))
            assert frame.wake_at is None or frame.wake_at > now
            now = min(since + each_ms, frame.wake_at or since + each_ms)
    return out


def light(colour: Rgb) -> float:
    red, green, blue = colour
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def flashes(lights: list[tuple[int, float]]) -> int:
    """Return most flashes in a second: by a tenth of all light up and down again (WCAG 2.3.1)."""
    turns: list[tuple[int, int]] = []
    extreme, way = lights[0][1], 0
    for at, value in lights[1:]:
        change = value - extreme
        if abs(change) >= 0.1 and (change > 0) != (way > 0 if way else change <= 0):
            way = 1 if change > 0 else -1
            turns.append((at, way))
            extreme = value
        elif way and change * way > 0:
            extreme = value
    return max(
        (sum(at <= other < at + 1_000 for other, _ in turns) // 2 for at, _ in turns), default=0
    )


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(STATES, min_size=1, max_size=3))
def test_nothing_flickers(states: list[PublicState]) -> None:
    seen = film(states, 15_000)
    for led in range(36):
        assert flashes([(at, light(leds[led])) for at, leds in seen]) <= 3


def test_a_turn_that_comes_fills_its_segment_from_the_middle() -> None:
    seen = film([table(turn=1), table(turn=2)], 2_000, fade_ms=0)
    segment = segments(36, 6)[1]
    lit = [
        [index for index, led in enumerate(segment) if leds[led] == MEANINGS["turn"].colour]
        for at, leds in seen
        if at >= 2_000
    ]
    assert lit[0] == [2, 3]
    assert lit[-1] == [0, 1, 2, 3, 4, 5]
    assert all({*fewer} <= {*more} for fewer, more in pairwise(lit))
    assert [at for at, _ in seen][-1] <= 2_500


def test_a_fade_is_on_its_way_at_once_and_ends_at_its_frame() -> None:
    dark, bright = table(turn=0), table(turn=0, button=3)
    seen = [leds[12] for at, leds in film([dark, bright], 1_000) if at >= 1_000]
    white = MEANINGS["button"].colour
    assert OFF < seen[0] < white
    assert seen[-1] == white
    assert seen == sorted(seen)


def test_the_turn_that_is_there_at_the_start_comes_to_nobody() -> None:
    state = table(turn=3)
    assert film([state], 1_000, fade_ms=0)[0][1] == ring_frame(state, 36).leds
