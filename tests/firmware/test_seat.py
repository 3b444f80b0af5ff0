"""The seat's core: keys without their bounce, and knocks told from what else is heard."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link.messages import Command, Event
from firmware.places.knocks import Knocks
from firmware.places.seat import (
    BOUNCE_MS,
    HELD,
    HELD_MS,
    IDLE_MS,
    KEPT,
    KEYS,
    REPEATED,
    TONES,
    Inputs,
    Keys,
    SeatCore,
    SeatRole,
)


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


def test_keys_go_by_their_milliseconds_and_say_when_to_look_again() -> None:
    keys, plus = Keys(0), 0b10000
    assert keys.step(100, 0b10000000) == [], "there are seven"
    assert (keys.settles, keys.due(100)) == (False, 100 + IDLE_MS)
    assert keys.step(200, plus) == []
    assert (keys.settles, keys.due(201), keys.down) == (True, 215, 0)
    assert keys.step(214, plus) == []
    assert keys.step(215, plus) == [(200, 5)]
    assert (keys.settles, keys.due(215), keys.down) == (False, 215 + IDLE_MS, plus)
    assert keys.due(990) == 1000
    assert keys.step(999, plus) == []
    assert keys.step(1000, plus) == [(1000, 0x15)], "hosts of other versions read this number"
    assert keys.due(1145) == 1150
    assert keys.step(1149, plus) == []
    assert keys.step(1150, plus) == [(1150, 0x25)]
    assert keys.step(1160, 0) == []
    assert keys.due(1160) == 1175
    assert keys.step(1175, 0) == []
    assert keys.due(1299) == 1299 + IDLE_MS
    assert keys.step(1300, 0) == []
    assert keys.step(1400, plus) == []
    assert keys.step(1415, plus) == [(1400, 5)]
    assert keys.step(2200, plus) == [(2200, 5 + HELD)], "it is held anew"


def test_two_keys_are_two_and_with_a_third_it_is_an_arm() -> None:
    keys = Keys(0)
    keys.step(0, 0b11)
    assert keys.step(15, 0b11) == [(0, 1), (0, 2)]
    keys.step(100, 0b111)
    assert keys.step(115, 0b111) == []
    assert keys.step(5000, 0b111) == [], "none of them is held"
    keys.step(5050, 0b1001)
    assert keys.step(5065, 0b1001) == [], "the arm is being lifted"
    keys.step(5100, 0)
    keys.step(5115, 0)
    keys.step(5200, 0b100)
    assert keys.step(5215, 0b100) == [(5200, 3)]


def test_each_of_two_keys_is_held_for_itself() -> None:
    keys = Keys(0)
    for now, mask in ((0, 0b10000), (15, 0b10000), (100, 0b10001), (115, 0b10001)):
        keys.step(now, mask)
    assert keys.step(800, 0b10001) == [(800, 5 + HELD)]
    assert keys.step(900, 0b10001) == [(900, 1 + HELD)]
    keys.step(910, 1)
    assert keys.step(925, 1) == []
    assert keys.step(1900, 1) == [], "neither the one that is up, nor fold a second time"


def test_what_is_to_sound_and_to_be_shown_waits_for_the_next_step() -> None:
    pad = SeatCore({}, 0)
    assert pad.due(50) == 50 + IDLE_MS
    pad.configure('{"tone": "no"}')
    assert pad.due(50) == 50
    pad.configure('{"lines": ["raise"]}')
    pad.configure("{}")
    assert pad.step(60, Inputs(0, ())) == ([], TONES["no"], ["raise"])
    assert pad.due(60) == 60 + IDLE_MS
    pad.configure('{"lines": []}')
    assert pad.due(70) == 70
    assert pad.step(70, Inputs(0, ())) == ([], (), [])
    pad.configure('{"tone": "ok", "lines": ["call"]}')
    pad.clear()
    assert pad.step(80, Inputs(0, ())) == ([], (), []), "the host is gone"


class Pins:
    """What of the module `machine` a pad of keys needs; a pressed key pulls its pin down."""

    IN, PULL_UP = 0, 1

    def __init__(self) -> None:
        self.down: set[int] = set()

    def __call__(self, number: int, mode: int, pull: int) -> Any:
        """Return a pin, which says its level."""
        assert (mode, pull) == (self.IN, self.PULL_UP)
        return lambda: number not in self.down


class Listener:
    """A node that takes so many events."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.took: list[Event] = []

    def event(self, *event: Any) -> bool:
        """Take an event, if there is room."""
        if len(self.took) >= self.room:
            return False
        self.took.append(Event(*event))
        return True


def test_a_pad_keeps_what_its_node_has_no_room_for_and_looks_when_a_key_changes() -> None:
    pins, node = Pins(), Listener(0)
    board = SimpleNamespace(machine=SimpleNamespace(Pin=pins))
    role = SeatRole({"keys": [2, 3, 4, 5, 6, 7, 8]}, board, 40)
    assert (role.can, role.due(0), role.changed(), role.told) == (("keys",), 40, False, False)
    for now, pin in ((100, 2), (200, 8)):
        pins.down = {pin}
        assert role.changed()
        role.step(now, node)
        assert (role.changed(), role.settles, role.told) == (False, True, False)
        assert role.due(0) == now + BOUNCE_MS
        role.step(now + BOUNCE_MS, node)
        assert (role.settles, role.told) == (False, True)
    node.room = 1
    role.step(220, node)
    assert not role.told, "it is the event of before"
    node.room = 9
    role.step(230, node)
    role.step(240, node)
    assert node.took == [Event("key", 100, 0, 1), Event("key", 200, 0, 7)]
    assert role.due(0) == 240 + IDLE_MS
    role.command(Command("config", 0, '{"tone": "ok", "lines": ["call"]}'), 245)
    assert role.due(0) == 245
    role.step(250, node)
    role.silent(251)
    assert role.due(0) == 251
    with pytest.raises(ValueError, match="a seat accepts only config"):
        role.command(Command("leds", 0, b""), 260)


def sound(at: int, length: int = 20, loud: int = 600) -> list[tuple[int, int]]:
    """Return a sound that is as loud all the time, and of exactly this length."""
    return [(at + ms, loud) for ms in range(length + 1)]


TWO = (sound(500), sound(720))
FIVE = tuple(sound(500 + 200 * n) for n in range(5))


@pytest.mark.parametrize(
    ("sounds", "count"),
    [
        ((sound(500, 12, 220), sound(600, 90, 220)), 2),
        ((sound(500, 12, 219), sound(600, 90, 220)), 0),
        ((sound(500, 11), sound(600, 90)), 0),
        ((sound(500, 12), sound(600, 91)), 0),
        ((sound(500), sound(599)), 0),
        ((sound(500), sound(950)), 2),
        ((sound(500), sound(951)), 0),
        (([(350, 60)], *TWO), 2),
        (([(351, 60)], *TWO), 0),
        (([(351, 59)], *TWO), 2),
        ((*TWO, [(650, 60)]), 0),
        ((sound(500, loud=660), sound(720, loud=220)), 2),
        ((sound(500, loud=661), sound(720, loud=220)), 0),
        (FIVE, 5),
        ((*FIVE, sound(1500)), 0),
        ((sound(500, 11), [(512, 150)], sound(720)), 2),
        ((sound(500, 11), [(512, 149)], sound(720)), 0),
        ((sound(500, 11, 230), [(512, 60)], sound(720)), 2),
        ((sound(500, 11, 230), [(512, 59)], sound(720)), 0),
        ((sound(500, 12), sound(519, 12), sound(720)), 2),
        ((sound(500, 12), sound(520, 12), sound(720)), 0),
        # A ball bounces sooner and softer, each time by more than a fifth.
        ((sound(500), sound(700, loud=479), sound(859, loud=383)), 0),
        ((sound(500), sound(700, loud=479), sound(860, loud=383)), 3),
        ((sound(500), sound(700, loud=480), sound(859, loud=383)), 3),
        ((sound(500), sound(700, loud=479), sound(859, loud=384)), 3),
        ((sound(500), sound(700, loud=300)), 2),
    ],
)
def test_a_knock_is_told_by_its_figures(sounds: tuple[list[tuple[int, int]]], count: int) -> None:
    assert heard(*sounds) == ([(500, count)] if count else [])


def test_knocks_are_told_once_no_other_can_follow() -> None:
    knocks = Knocks({})
    assert knocks.due(9) == 1009
    assert knocks.step(521, sound(500)) == []
    assert knocks.due(521) == 528
    assert knocks.step(528, ()) == []
    assert knocks.due(528) == 951
    assert knocks.step(741, sound(720)) == []
    assert knocks.step(1170, ()) == []
    assert knocks.due(1170) == 1171
    assert knocks.step(1171, ()) == [(500, 2)]
    assert knocks.step(2000, ()) == []
    pad, taps = SeatCore({}, 0), sound(500) + sound(720)
    assert pad.step(2000, Inputs(0, taps)).events == [Event("knock", 500, 0, 2)]


def test_a_key_that_something_lies_on_for_hours_fills_no_memory() -> None:
    pins, node = Pins(), Listener(0)
    board = SimpleNamespace(machine=SimpleNamespace(Pin=pins))
    role = SeatRole({"keys": [2, 3, 4, 5, 6, 7, 8]}, board, 0)
    pins.down = {2 + KEYS.index("plus")}
    now = 0
    while now < 600_000:
        now = max(role.due(now), now + 1)
        role.step(now, node)
    node.room = 10_000
    pins.down = set()
    role.step(now + 100, node)
    assert len(node.took) == KEPT
    assert node.took[0] == Event("key", 1, 0, 1 + KEYS.index("plus"))


def test_the_role_file_sets_figures_of_knocks_that_make_sense() -> None:
    for figures, two in (
        ({"far": 219}, False),
        ({"far": 220}, True),
        ({"far": 0, "loud": -1, "near": "221", "most": None, "wide": 3}, True),
        ({"clear": 1, "most": 1}, False),
        ({"most": 2, "floor": 1}, True),
    ):
        knocks = Knocks(figures)  # type: ignore[arg-type]
        told = knocks.step(3000, [each for one in TWO for each in one])
        assert told == ([(500, 2)] if two else []), figures
