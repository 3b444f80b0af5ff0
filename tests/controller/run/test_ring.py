"""What the ring shows: one table of meanings, for every state."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    Award,
    HandStatus,
    Kind,
    NoticeText,
    NoticeView,
    Phase,
    PublicState,
    RulingView,
    SeatView,
    WaitsFor,
)
from controller.run.lights.ring import (
    MEANINGS,
    OFF,
    SWEEP_STEP_MS,
    dimmed,
    ring_frame,
    segments,
    swept,
)

MOVES = NoticeView("m7", NoticeText.MOVE, seat=1, to_table=4, to_seat=7)
DOCS = Path(__file__).parents[3] / "docs" / "RING.md"


def table(seats: int, **fields: object) -> PublicState:
    views = tuple(SeatView(n + 1, HandStatus.IN, f"P{n + 1}", 1_000) for n in range(seats))
    return replace(PublicState(seq=1, table="1", house="ppc", seats=views), **fields)


def colour(name: str) -> tuple[int, int, int]:
    return MEANINGS[name].colour


def of(state: PublicState, seat: int, leds: int = 60) -> list[tuple[int, int, int]]:
    frame = ring_frame(state, leds).leds
    return [frame[led] for led in segments(leds, len(state.seats))[seat - 1]]


def meanings_table() -> str:
    """Return the meanings as a Markdown table, in order of precedence from top to bottom."""
    rows = ["| what | when | where | colour | movement |", "| --- | --- | --- | --- | --- |"]
    for meaning in MEANINGS.values():
        colour = "`#{:02x}{:02x}{:02x}`".format(*meaning.colour)
        cells = (f"`{meaning.name}`", meaning.when, meaning.where, colour, meaning.moves)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def test_the_page_has_the_table_of_the_code() -> None:
    assert meanings_table() in DOCS.read_text(encoding="utf-8")


def test_no_two_meanings_look_alike() -> None:
    colours = [meaning.colour for meaning in MEANINGS.values()]
    assert len(set(colours)) == len(colours)


@given(st.integers(2, 10), st.integers(10, 200), st.integers(0, 199))
def test_every_led_belongs_to_one_seat(seats: int, leds: int, first: int) -> None:
    parts = segments(leds, seats, first)
    assert sorted(led for part in parts for led in part) == list(range(leds))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert parts[0][0] == first % leds


@given(st.integers(2, 10), st.integers(10, 120), st.data())
def test_a_turn_is_seen_in_its_segment_and_nowhere_else(
    seats: int, leds: int, data: st.DataObject
) -> None:
    turn = data.draw(st.integers(1, seats))
    frame = ring_frame(table(seats, turn=turn), leds).leds
    assert len(frame) == leds
    lit = {led for led, shown in enumerate(frame) if shown == colour("turn")}
    assert lit == set(segments(leds, seats)[turn - 1])


def test_button_and_blinds_lie_at_the_ends_of_their_segments() -> None:
    state = table(6, button=2, small_blind=3, big_blind=4)
    assert of(state, 2)[0] == colour("button")
    assert of(state, 3)[-1] == colour("small-blind")
    assert of(state, 4)[-1] == colour("big-blind")
    assert colour("button") not in of(state, 3) + of(state, 4)


def test_the_button_is_seen_before_an_empty_seat() -> None:
    state = table(6, button=2)
    state = replace(state, seats=(state.seats[0], SeatView(2), *state.seats[2:]))
    assert of(state, 2) == [colour("button")] + [OFF] * 9


def test_heads_up_the_button_and_the_small_blind_are_both_seen() -> None:
    state = table(2, button=1, small_blind=1, big_blind=2)
    assert (of(state, 1)[0], of(state, 1)[-1]) == (colour("button"), colour("small-blind"))


def test_a_ruling_stops_the_whole_table_and_names_its_seat() -> None:
    opened = RulingView(id=1, kind=Kind.BET_OUT_OF_TURN, article="x", seat=3)
    state = table(6, turn=5, rulings=(opened,))
    assert set(of(state, 3)) == {colour("ruling-seat")}
    assert set(of(state, 5)) == {colour("ruling")}


def test_a_blind_zone_is_seen_at_its_seat_and_one_of_the_middle_everywhere() -> None:
    at_four = table(6, blind_zones=("bet.4",))
    assert [colour("blind-zone") in of(at_four, seat) for seat in range(1, 7)] == [
        False, False, False, True, False, False,
    ]  # fmt: skip
    board = table(6, blind_zones=("board",))
    assert all(colour("blind-zone") in of(board, seat) for seat in range(1, 7))


def test_who_has_no_hand_is_dark() -> None:
    state = table(3)
    seats = (state.seats[0], replace(state.seats[1], status=HandStatus.FOLDED), SeatView(3))
    state = replace(state, seats=seats)
    assert colour("live") in of(state, 1)
    assert set(of(state, 2) + of(state, 3)) == {OFF}


def test_a_winner_is_seen_where_stacks_are_hidden_too() -> None:
    state = table(6, phase=Phase.OVER, awards=(Award(0, 2, 900),))
    assert set(of(state, 2)) == {colour("won")}
    assert colour("won") not in of(state, 3)


def test_trouble_with_the_shoe_pulses_at_every_seat_beside_what_else_is_shown() -> None:
    jam = table(6, turn=2, shoe="jam")
    for seat in range(1, 7):
        assert [at for at, led in enumerate(of(jam, seat)) if led == colour("shoe")] == [4, 6]
    assert of(jam, 2).count(colour("turn")) == 8
    first, later = ring_frame(jam, 60, now=100), ring_frame(jam, 60, now=1_000)
    assert first.wake_at == 1_000
    assert later.leds[4] == dimmed(colour("shoe"))
    assert later.leds[14:17:2] == (dimmed(colour("shoe")),) * 2


@pytest.mark.parametrize("leds", [12, 18, 24, 30])
def test_however_short_a_segment_trouble_is_seen_there(leds: int) -> None:
    state = table(6, shoe="empty", moved_while_off=("hand.2",))
    assert all(colour("shoe") in of(state, seat, leds) for seat in range(1, 7))


def test_what_was_moved_while_off_is_seen_at_its_seat_until_it_is_confirmed() -> None:
    state = table(6, button=2, moved_while_off=("hand.2", "bet.2"))
    assert of(state, 2) == [colour("button")] + [colour("moved")] * 8 + [OFF]
    assert colour("moved") not in of(state, 3)
    assert ring_frame(state, 60).wake_at == 1_000
    everywhere = table(6, moved_while_off=("board",))
    assert all(colour("moved") in of(everywhere, seat) for seat in range(1, 7))
    assert ring_frame(table(6), 60).wake_at is None


def test_who_moves_is_seen_once_they_play_no_hand_until_it_is_taken_off() -> None:
    over = table(6, phase=Phase.OVER, paused=True, notices=(MOVES,), awards=(Award(0, 1, 5),))
    assert of(over, 1) == [OFF] + [colour("leaving")] * 8 + [OFF]
    assert colour("leaving") not in of(over, 2)
    assert ring_frame(over, 60).wake_at == 1_000
    assert colour("leaving") not in of(table(6, phase=Phase.BETTING, notices=(MOVES,)), 1)
    gone = replace(over, phase=Phase.BETTING, seats=(SeatView(1), *over.seats[1:]))
    assert colour("leaving") in of(gone, 1)
    assert set(of(replace(over, notices=()), 1)) == {colour("won")}


def test_a_ruling_that_waits_for_the_floor_pulses() -> None:
    opened = RulingView(
        id=1, kind=Kind.BOARD_NO_BURN, article="x", seat=3, waits_for=WaitsFor.FLOOR
    )
    state = table(6, rulings=(opened,))
    assert set(of(state, 3)) == {colour("ruling-seat")}
    assert set(of(state, 1)) == {colour("ruling-floor")}
    dim = ring_frame(state, 60, now=1_000).leds
    assert dim[0] == dimmed(colour("ruling-floor"))
    assert dim[25] == colour("ruling-seat")


def test_every_row_of_the_page_is_seen_somewhere_in_its_colour() -> None:
    """The table in docs/RING.md is read and held against frames, not only against its source."""
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    opened = RulingView(id=1, kind=Kind.BOARD_NO_BURN, article="x", seat=3)
    shown = {
        "level-up": swept((OFF,) * 12, 0).leds,
        **{
            name: ring_frame(state, 60).leds
            for name, state in {
                "blind-zone": table(6, blind_zones=("bet.4",)), "shoe": table(6, shoe="count"),
                "button": table(6, button=1), "small-blind": table(6, small_blind=1),
                "big-blind": table(6, big_blind=1), "moved": table(6, moved_while_off=("muck",)),
                "ruling-seat": table(6, rulings=(opened,)),
                "ruling-floor": table(6, rulings=(replace(opened, waits_for=WaitsFor.FLOOR),)),
                "ruling": table(6, rulings=(opened,)),
                "leaving": table(6, phase=Phase.OVER, notices=(MOVES,)),
                "won": table(6, awards=(Award(0, 1, 5),)),
                "hurry": table(6, turn=1, clock_seat=1, clock_left=9_900),
                "turn": table(6, turn=1), "live": table(6), "off": table(6),
                "owes": replace(table(6), seats=(SeatView(1, owes=100), SeatView(2))),
                "all-in": replace(table(6), seats=(SeatView(1, HandStatus.ALL_IN), SeatView(2))),
                "paused": table(6, paused=True, phase=Phase.IDLE),
            }.items()
        },
    }  # fmt: skip
    assert [row[0] for row in rows] == list(shown_in_order(shown))
    for name, _, _, code, moves in rows:
        red, green, blue = bytes.fromhex(code.removeprefix("#"))
        assert (red, green, blue) in shown[name], name
        assert moves == MEANINGS[name].moves


def shown_in_order(shown: Mapping[str, object]) -> list[str]:
    return sorted(shown, key=list(MEANINGS).index)


def test_a_clock_shrinks_the_turn_and_asks_to_be_drawn_again() -> None:
    state = table(4, turn=1, clock_seat=1, clock_left=60_000)
    lit, pulses = [], 0
    now: int | None = 5_000
    while now is not None:
        frame = ring_frame(state, 60, now=now, since=5_000)
        pulses += colour("hurry") in frame.leds
        lit.append(sum(led in (colour("turn"), colour("hurry")) for led in frame.leds))
        assert frame.wake_at is None or frame.wake_at > now
        now = frame.wake_at
    assert lit[0] == 15
    assert lit[-1] == 1
    assert lit == sorted(lit, reverse=True)
    assert len(lit) == 71
    assert pulses == 10


def test_a_new_level_sweeps_clockwise_over_everything() -> None:
    before = (OFF,) * 12
    first, second = swept(before, 0), swept(before, first_step := SWEEP_STEP_MS)
    lit = [led for led, shown in enumerate(first.leds) if shown == colour("level-up")]
    assert lit == [0, 4, 8]
    assert [led for led, shown in enumerate(second.leds) if shown != OFF] == [1, 5, 9]
    assert first.wake_at == first_step


def test_without_a_clock_the_ring_changes_with_the_state_alone() -> None:
    assert ring_frame(table(6, turn=2), 60, now=123).wake_at is None


def test_too_few_leds_are_refused() -> None:
    with pytest.raises(ValueError, match="5 LEDs are too few for 6 seats"):
        ring_frame(table(6), 5)
