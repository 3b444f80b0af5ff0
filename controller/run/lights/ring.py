"""The LED ring: every LED's colour for a public state. Pure; other modules drive the LEDs.

Each seat has a segment of the ring. `MEANINGS` lists what the colours mean, and docs/RING.md is
generated from it. Nothing is shown by colour alone. When it is a seat's turn, its segment is
filled. The button is one LED at the right end of the segment, and a blind is one LED at the left
end. A problem pulses. The tests check by calculation that colour-blind people can tell apart any
two colours that can appear in the same place.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from controller.contract.public import NoticeText, PublicState, SeatView, WaitsFor

Rgb = tuple[int, int, int]

OFF: Rgb = (0, 0, 0)
# A running clock is drawn in steps of this length; nothing is sent between two steps.
CLOCK_STEP_MS = 1_000
CLOCK_FULL_MS = 60_000
HURRY_MS = 10_000
SWEEP_MS = 3_000
# Every fourth LED is lit, and the pattern moves by one LED per step: an LED flashes once in 0.6 s.
# Even with other changes, no LED then flashes more than three times a second.
SWEEP_STEP_MS = 150
SWEEP_EVERY = 4
FILL_MS = 400
FILL_STEP_MS = 80
# A pulse is bright for this time, and then dim for the same time, at a quarter of the brightness.
PULSE_MS = 1_000
PULSE_DIMS = 4

STILL = "none"
PULSE = "slow pulse: one second bright, one second dim"


class Meaning(NamedTuple):
    """One row of `MEANINGS`, i.e. one thing that LEDs can show.

    `where` describes the LEDs that show it, `when` the condition for showing it, and `moves` their
    animation.
    """

    name: str
    colour: Rgb
    where: str
    when: str
    moves: str = STILL


MEANINGS: dict[str, Meaning] = {
    meaning.name: meaning
    for meaning in (
        Meaning("level-up", (0, 115, 250), "every fourth LED of the ring",
                "the blinds have just gone up (3 seconds)", "runs clockwise"),
        Meaning("blind-zone", (90, 0, 110), "the middle LED",
                "one of this seat's antennas does not answer (an antenna in the middle of the "
                "table: shown at every seat)"),
        Meaning("shoe", (0, 200, 250), "the LEDs beside the middle one, at every seat",
                "the shoe is jammed or empty, or has released the wrong number of cards", PULSE),
        Meaning("button", (255, 255, 255), "the first LED",
                "this seat has the button, even if it is empty"),
        Meaning("small-blind", (0, 56, 243), "the last LED", "this seat is the small blind"),
        Meaning("big-blind", (255, 115, 0), "the last LED", "this seat is the big blind"),
        Meaning("moved", (33, 0, 158), "the inner LEDs",
                "something was moved here while the table was off (in the middle of the table: "
                "shown at every seat): confirm it or put it back", PULSE),
        Meaning("ruling-seat", (185, 30, 0), "the whole segment",
                "a ruling is open and concerns this seat"),
        Meaning("ruling-floor", (120, 16, 0), "the whole segment",
                "a ruling is open and waits for the floor", PULSE),
        Meaning("ruling", (40, 8, 0), "the whole segment",
                "a ruling is open, and nobody acts until its steps are done"),
        Meaning("leaving", (90, 120, 30), "the inner LEDs",
                "the player who sits here, or has just left, moves: the screen shows where to",
                PULSE),
        Meaning("won", (0, 111, 27), "the whole segment", "this seat wins a pot"),
        Meaning("hurry", (255, 0, 0), "the remaining part of the segment",
                "it is this seat's turn and 10 seconds are left",
                "alternates with the colour of the turn, half a second each"),
        Meaning("turn", (255, 190, 50),
                "the whole segment, or its remaining part while a clock runs",
                "it is this seat's turn", "fills from its middle in 0.4 seconds"),
        Meaning("owes", (175, 0, 50), "the inner LEDs",
                "this seat has announced a bet but not put its chips in yet", PULSE),
        Meaning("all-in", (111, 0, 60), "the inner LEDs", "this seat is all-in"),
        Meaning("live", (14, 14, 14), "the inner LEDs", "this seat has a live hand"),
        Meaning("paused", (9, 0, 19), "the inner LEDs", "the table is paused between hands"),
        Meaning("off", OFF, "the whole segment", "none of these"),
    )
}  # fmt: skip
"""The meanings in order of precedence: if two claim the same LED, the earlier one is shown."""


class RingFrame(NamedTuple):
    """The colours of all LEDs; `wake_at` is the table time (ms) of the next animation step.

    `wake_at` is None if nothing is animated.
    """

    leds: tuple[Rgb, ...]
    wake_at: int | None


def segments(leds: int, seats: int, first: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the LEDs of each seat, seat 1 first, clockwise from the LED with index `first`.

    Every LED belongs to one seat. The lengths of the segments differ by at most one LED. Raises
    `ValueError` if the ring has fewer LEDs than seats.

    >>> segments(7, 3)
    ((0, 1), (2, 3), (4, 5, 6))
    >>> segments(7, 3, first=5)
    ((5, 6), (0, 1), (2, 3, 4))
    """
    if not 0 < seats <= leds:
        raise ValueError(f"{leds} LEDs are too few for {seats} seats: each seat needs at least one")
    bounds = [leds * seat // seats for seat in range(seats + 1)]
    return tuple(
        tuple((first + led) % leds for led in range(start, end)) for start, end in pairwise(bounds)
    )


def ring_frame(
    state: PublicState, leds: int, first: int = 0, now: int = 0, since: int = 0,
    turned: int = FILL_MS,
) -> RingFrame:  # fmt: skip
    """Return the colours of the ring for a state, LED 0 first.

    `leds` is the number of LEDs, and `first` the index of seat 1's first LED. `since` is the time
    of the state and `now` the time of drawing, both in ms of table time. A running clock is drawn
    with the time left at `now`, and pulses are drawn in their phase at `now`. `turned` is
    how long the current turn has lasted, in ms. The frame's `wake_at` is None if nothing is
    animated; the ring then changes only with the state. Raises `ValueError` if the ring has fewer
    LEDs than seats.

    In this example two seats have four LEDs each, and it is seat 2's turn. Its whole segment is
    lit, as are the two inner LEDs of seat 1.

    >>> seats = (SeatView(1, "in", "Anne", 1000), SeatView(2, "in", "Bruno", 1000))
    >>> state = PublicState(seq=1, table="3", house="ppc", phase="betting", turn=2, seats=seats)
    >>> frame = ring_frame(state, leds=8)
    >>> [next((m.name for m in MEANINGS.values() if m.colour == led), "off") for led in frame.leds]
    ['off', 'live', 'live', 'off', 'turn', 'turn', 'turn', 'turn']
    >>> frame.wake_at is None
    True

    Here, it has been the seat's turn for a tenth of a second: the segment fills from its middle,
    and must be redrawn.

    >>> ring_frame(state, leds=8, now=5000, turned=100).wake_at
    5080
    """
    if not state.seats:
        return RingFrame((OFF,) * leds, None)
    left = max(0, state.clock_left - max(0, now - since)) if state.clock_seat else 0
    frame = [OFF] * leds
    seen: set[str] = set()
    bright = now // PULSE_MS % 2 == 0
    for seat, segment in zip(state.seats, segments(leds, len(state.seats), first), strict=True):
        whole = _whole(state, seat, left, len(segment), turned)
        marks = list(_marks(state, seat, len(segment)))
        for index, led in enumerate(segment):
            mark = next((name for name, at in marks if at == index), "")
            meaning = MEANINGS[mark or whole[index]]
            seen.add(meaning.name)
            dim = meaning.moves == PULSE and not bright
            frame[led] = dimmed(meaning.colour) if dim else meaning.colour
    wakes = []
    if left:
        step = CLOCK_STEP_MS // 2 if left <= HURRY_MS else CLOCK_STEP_MS
        wakes.append(now + (left - 1) % step + 1)
    if any(MEANINGS[name].moves == PULSE for name in seen):
        wakes.append(now + PULSE_MS - now % PULSE_MS)
    if "turn" in seen and turned < FILL_MS:
        wakes.append(now + FILL_STEP_MS)
    return RingFrame(tuple(frame), min(wakes, default=None))


def dimmed(colour: Rgb) -> Rgb:
    """Return a pulsing colour as it looks in the dim half of its pulse.

    >>> dimmed((120, 16, 0))
    (30, 4, 0)
    """
    red, green, blue = colour
    return red // PULSE_DIMS, green // PULSE_DIMS, blue // PULSE_DIMS


def swept(leds: tuple[Rgb, ...], passed: int) -> RingFrame:
    """Return the ring `passed` ms after the start of the animation for a new blind level.

    One LED in four is lit in the colour of the animation, and the pattern runs clockwise. The other
    LEDs keep their colours from `leds`. Here `wake_at` is not a table time, but the number of ms
    until the next step. The caller decides when the animation ends.

    >>> dark = (OFF,) * 8
    >>> [led != OFF for led in swept(dark, 0).leds]
    [True, False, False, False, True, False, False, False]
    >>> [led != OFF for led in swept(dark, SWEEP_STEP_MS).leds]
    [False, True, False, False, False, True, False, False]
    """
    at = passed // SWEEP_STEP_MS
    colour = MEANINGS["level-up"].colour
    frame = tuple(
        colour if (led - at) % SWEEP_EVERY == 0 else shown for led, shown in enumerate(leds)
    )
    return RingFrame(frame, SWEEP_STEP_MS - passed % SWEEP_STEP_MS)


def _whole(
    state: PublicState, seat: SeatView, clock_left: int, length: int, turned: int
) -> list[str]:
    """Return what each LED of a seat's segment shows, as keys of `MEANINGS`.

    `_marks` can override individual LEDs. `length` is the number of LEDs. `clock_left` is the time
    left on the clock, and `turned` is how long ago the turn began, both in ms.
    """
    if state.rulings:
        if any(ruling.seat == seat.seat for ruling in state.rulings):
            return ["ruling-seat"] * length
        floor = any(ruling.waits_for == WaitsFor.FLOOR for ruling in state.rulings)
        return ["ruling-floor" if floor else "ruling"] * length
    if _moves(state, seat):
        return ["leaving" if _is_inner(index, length) else "off" for index in range(length)]
    if seat.won or any(award.seat == seat.seat for award in state.awards):
        return ["won"] * length
    if state.turn == seat.seat:
        lit, name = length, "turn"
        if state.clock_seat == seat.seat:
            steps = -(-clock_left // CLOCK_STEP_MS) * CLOCK_STEP_MS
            lit = min(length, max(1, -(-length * steps // CLOCK_FULL_MS)))
            # Half a second on, half a second off, and never fully dark.
            on = clock_left % CLOCK_STEP_MS >= CLOCK_STEP_MS // 2
            if clock_left <= HURRY_MS and on:
                name = "hurry"
        reached = max(1, length * turned // FILL_MS)
        filled = (abs(2 * index - (lit - 1)) <= reached for index in range(length))
        return [name if index < lit and there else "off" for index, there in enumerate(filled)]
    name = {"all-in": "all-in", "in": "live"}.get(seat.status, "off")
    if seat.owes:
        name = "owes"
    if state.paused and state.phase in {"idle", "over"}:
        name = "paused"
    return [name if _is_inner(index, length) else "off" for index in range(length)]


def _marks(state: PublicState, seat: SeatView, length: int) -> Iterator[tuple[str, int]]:
    """Yield what single LEDs of a seat's segment show, most important first.

    Each item is a key of `MEANINGS` and the index of an LED in the segment, such as `button` and 0.
    """
    middle = length // 2
    if any(_is_before(zone, seat.seat) for zone in state.blind_zones):
        yield "blind-zone", middle
    if state.shoe:
        beside = [at for at in (middle - 1, middle + 1) if 0 < at < length - 1]
        yield from (("shoe", at) for at in beside or [middle])
    if state.button == seat.seat:
        yield "button", 0
    if state.small_blind == seat.seat:
        yield "small-blind", length - 1
    if state.big_blind == seat.seat:
        yield "big-blind", length - 1
    if any(_is_before(zone, seat.seat) for zone in state.moved_while_off):
        yield from (("moved", at) for at in range(length) if _is_inner(at, length))


def _moves(state: PublicState, seat: SeatView) -> bool:
    """Return whether to show that a player must move to another table or seat.

    It is shown only while the player is not in a hand.
    """
    told = any(one.text is NoticeText.MOVE and one.seat == seat.seat for one in state.notices)
    return told and (state.phase in {"idle", "over"} or seat.status not in {"in", "all-in"})


def _is_inner(index: int, length: int) -> bool:
    return 0 < index < length - 1 or length < 3


def _is_before(zone: str, seat: int) -> bool:
    _, dot, number = zone.partition(".")
    return not dot or not number.isdecimal() or int(number) == seat
