"""The panel of a ruling: how long it waits, how many more there are, and which steps it shows."""

import pytest
from msgspec.structs import replace

from controller.contract.public import Kind, PublicState, WaitsFor
from display.felt.drawing.layout import Box
from display.felt.on_felt.oval import _message
from display.felt.side_panels.ruling import _above_reason
from display.words.ruling_steps import acts_of
from tests.display.felt.sheets import sheet_of, things
from tests.rig.pictures import example_tables as e

SIZE = (1280, 720)
FLOOR = e.for_the_floor().rulings[0]


def said(state: PublicState, size: tuple[int, int] = SIZE) -> str:
    return "\n".join(one.name for one in things(state, size) if one.kind == "text")


@pytest.mark.parametrize(
    ("waits_for", "waited", "told"),
    [
        (WaitsFor.FLOOR, 72_000, True), (WaitsFor.FLOOR, 1_000, True),
        (WaitsFor.FLOOR, 999, False), (WaitsFor.SEATS, 72_000, False),
    ],
)  # fmt: skip
def test_a_ruling_says_how_long_it_has_waited_for_the_floor(
    waits_for: WaitsFor, waited: int, told: bool
) -> None:
    state = e.for_the_floor()
    silent = said(replace(state, rulings=(replace(FLOOR, waits_for=waits_for, waited=0),)))
    ruling = replace(FLOOR, waits_for=waits_for, waited=waited)
    assert (said(replace(state, rulings=(ruling,))) != silent) == told


def test_a_ruling_says_how_many_more_there_are() -> None:
    first = e.ruling().rulings[0]
    for count, line in ((1, ""), (2, "1 more ruling after that"), (3, "2 more rulings after that")):
        more = tuple(replace(first, id=n) for n in range(count))
        told = said(replace(e.ruling(), rulings=more)).replace("\n", " ")
        assert ("after that" in told) == bool(line)
        assert line in told


@pytest.mark.parametrize(("turn", "coloured"), [(0, True), (2, False)])
def test_the_next_step_has_the_colour_of_the_ruling_only_while_play_is_stopped(
    turn: int, coloured: bool
) -> None:
    sheet = sheet_of(replace(e.ruling(), turn=turn))
    box = sheet.places.message
    _message(sheet)
    pixels = {
        sheet.surface.get_at((x, y))[:3]
        for x in range(box.x, box.right)
        for y in range(box.y, box.bottom)
    }
    assert (sheet.colours.ruling in pixels) == coloured


@pytest.mark.parametrize(("done", "first"), [(0, 0), (1, 0), (5, 1), (12, 0)])
def test_of_too_many_steps_the_first_done_ones_are_left_out(done: int, first: int) -> None:
    seats = [1, 2, 4, 6] * 3
    state = e.ruled(Kind.BET_OVERSIZED, *(f"take_back {seat}" for seat in seats))
    ruling = state.rulings[0]
    steps = tuple(replace(step, done=n < done) for n, step in enumerate(ruling.steps))
    state = replace(state, rulings=(replace(ruling, steps=steps),))
    panel = said(state, (800, 480)).partition("Rule:")[2]
    names = [line.split()[1] for line in panel.splitlines() if line.startswith("Give ")]
    assert names == [e.NAMES[seat - 1] for seat in seats[first : first + 11]]


def test_the_reason_is_given_where_it_just_fits_below_the_steps() -> None:
    state = e.ruling()
    ruling, sheet = state.rulings[0], sheet_of(state)
    lines = len(acts_of(ruling)) + 1
    # The reason is as high whatever the box; each step takes 37 rows, and one is twice as high.
    steps, high = lines * 37, 1000 - _above_reason(sheet, ruling, Box(0, 0, 340, 1000)).h
    assert high > 0
    for more, given in ((-1, False), (0, True), (1, True)):
        box = Box(0, 0, 340, steps + high + more)
        assert _above_reason(sheet, ruling, box) == (Box(0, 0, 340, steps + more) if given else box)
