"""The LED ring: the colour of every LED for a public state. Pure; what drives LEDs is elsewhere.

Each seat has a segment of the ring. The meanings are in `MEANINGS`, and docs/RING.md is made
from it. The colours are far apart for colour-blind eyes too, and no meaning lies in the colour
alone: a turn fills its segment, a button is one LED at its right end, a blind one at its left.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from controller.contract.public import PublicState, SeatView

Rgb = tuple[int, int, int]

OFF: Rgb = (0, 0, 0)
# A running clock is drawn in so many steps; between two of them nothing is sent.
CLOCK_STEP_MS = 1_000
CLOCK_FULL_MS = 60_000
HURRY_MS = 10_000
SWEEP_MS = 3_000
SWEEP_STEP_MS = 60
SWEEP_EVERY = 4


class Meaning(NamedTuple):
    """One line of the table: what is shown, in which colour, on which LEDs of a segment."""

    name: str
    colour: Rgb
    where: str
    when: str


MEANINGS: dict[str, Meaning] = {
    meaning.name: meaning
    for meaning in (
        Meaning("level-up", (0, 120, 255), "one LED in four of the ring, running clockwise",
                "the blinds have gone up: a sweep of 3 seconds"),
        Meaning("blind-zone", (90, 0, 110), "the middle LED",
                "an antenna of this seat does not answer (of the middle: at every seat)"),
        Meaning("button", (255, 255, 255), "the first LED", "the button, before an empty seat too"),
        Meaning("small-blind", (0, 90, 255), "the last LED", "the small blind"),
        Meaning("big-blind", (255, 170, 0), "the last LED", "the big blind"),
        Meaning("ruling-seat", (255, 70, 0), "the whole segment",
                "a ruling is open and it is about this seat"),
        Meaning("ruling", (60, 16, 0), "the whole segment",
                "a ruling is open: nobody acts until its steps are done"),
        Meaning("won", (0, 160, 60), "the whole segment", "this seat wins a pot"),
        Meaning("hurry", (255, 60, 0), "what is left of the segment, in two colours by turns",
                "it is this seat's turn and 10 seconds are left: a pulse each second"),
        Meaning("turn", (255, 220, 120), "the whole segment; with a clock, what is left of it",
                "it is this seat's turn"),
        Meaning("all-in", (110, 0, 60), "the inner LEDs", "this seat is all-in"),
        Meaning("live", (14, 14, 14), "the inner LEDs", "this seat has a live hand"),
        Meaning("paused", (0, 6, 20), "the inner LEDs", "the table is paused between hands"),
        Meaning("off", OFF, "the whole segment", "anything else"),
    )
}  # fmt: skip
"""In order of precedence: what stands first is seen when two want the same LED."""


class RingFrame(NamedTuple):
    """The colours of all LEDs, and when they change by themselves: ms of table time, or None."""

    leds: tuple[Rgb, ...]
    wake_at: int | None


def segments(leds: int, seats: int, first: int = 0) -> tuple[tuple[int, ...], ...]:
    """Give the LEDs of each seat, seat 1 first, clockwise from the LED `first`.

    Every LED belongs to one seat; segments differ by one LED at most. Raises `ValueError` when
    there are fewer LEDs than seats.
    """
    if not 0 < seats <= leds:
        raise ValueError(f"{leds} LEDs are too few for {seats} seats: one a seat at least")
    bounds = [leds * seat // seats for seat in range(seats + 1)]
    return tuple(
        tuple((first + led) % leds for led in range(start, end)) for start, end in pairwise(bounds)
    )


def ring_frame(
    state: PublicState, leds: int, first: int = 0, now: int = 0, since: int = 0
) -> RingFrame:
    """Give the ring for a state, LED 0 first.

    `since` is when the state was made and `now` when the ring is drawn, both in ms of table
    time: a running clock shrinks in between. Without a clock `wake_at` is None: the ring
    changes with the state alone. Raises `ValueError` when there are fewer LEDs than seats.
    """
    if not state.seats:
        return RingFrame((OFF,) * leds, None)
    left = max(0, state.clock_left - max(0, now - since)) if state.clock_seat else 0
    frame = [OFF] * leds
    for seat, segment in zip(state.seats, segments(leds, len(state.seats), first), strict=True):
        whole = _whole(state, seat, left, len(segment))
        for index, led in enumerate(segment):
            mark = next((name for name, at in _marks(state, seat, len(segment)) if at == index), "")
            frame[led] = MEANINGS[mark or whole[index]].colour
    step = CLOCK_STEP_MS // 2 if left <= HURRY_MS else CLOCK_STEP_MS
    wake_at = now + ((left - 1) % step + 1) if left else None
    return RingFrame(tuple(frame), wake_at)


def swept(leds: tuple[Rgb, ...], passed: int) -> RingFrame:
    """Give the ring in the sweep of a new level, `passed` ms after it began; no time of its end.

    One LED in four is lit, and the pattern runs clockwise; the others show what they mean.
    """
    at = passed // SWEEP_STEP_MS
    colour = MEANINGS["level-up"].colour
    frame = tuple(
        colour if (led - at) % SWEEP_EVERY == 0 else shown for led, shown in enumerate(leds)
    )
    return RingFrame(frame, SWEEP_STEP_MS - passed % SWEEP_STEP_MS)


def _whole(state: PublicState, seat: SeatView, clock_left: int, length: int) -> list[str]:
    """Give the meaning of each LED of a segment, marks apart."""
    if state.rulings:
        about = any(ruling.seat == seat.seat for ruling in state.rulings)
        return ["ruling-seat" if about else "ruling"] * length
    if seat.won or any(winner == seat.seat for _, winner, _ in state.awards):
        return ["won"] * length
    if state.turn == seat.seat:
        lit = length
        if state.clock_seat == seat.seat:
            steps = -(-clock_left // CLOCK_STEP_MS) * CLOCK_STEP_MS
            lit = min(length, max(1, -(-length * steps // CLOCK_FULL_MS)))
            if 0 < clock_left <= HURRY_MS:
                # Half a second on, half a second off, and never quite dark.
                on = clock_left % CLOCK_STEP_MS >= CLOCK_STEP_MS // 2
                return ["hurry" if on else "turn"] * lit + ["off"] * (length - lit)
        return ["turn"] * lit + ["off"] * (length - lit)
    name = {"all-in": "all-in", "in": "live"}.get(seat.status, "off")
    if state.paused and state.phase in {"idle", "over"}:
        name = "paused"
    return [name if 0 < index < length - 1 or length < 3 else "off" for index in range(length)]


def _marks(state: PublicState, seat: SeatView, length: int) -> Iterator[tuple[str, int]]:
    """Give the marks of a seat with the LED of its segment, the most important first."""
    if any(_is_before(zone, seat.seat) for zone in state.blind_zones):
        yield "blind-zone", length // 2
    if state.button == seat.seat:
        yield "button", 0
    if state.small_blind == seat.seat:
        yield "small-blind", length - 1
    if state.big_blind == seat.seat:
        yield "big-blind", length - 1


def _is_before(zone: str, seat: int) -> bool:
    _, dot, number = zone.partition(".")
    return not dot or not number.isdecimal() or int(number) == seat


def meanings_table() -> str:
    """Give the meanings as a Markdown table, the order of precedence from top to bottom."""
    rows = ["| what | when | where | colour |", "| --- | --- | --- | --- |"]
    for meaning in MEANINGS.values():
        colour = "#{:02x}{:02x}{:02x}".format(*meaning.colour)
        rows.append(f"| `{meaning.name}` | {meaning.when} | {meaning.where} | `{colour}` |")
    return "\n".join(rows)
