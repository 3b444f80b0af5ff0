"""The panel of a showdown: which hands it lists."""

import pytest
from msgspec.structs import replace

from controller.contract.public import Award
from display.felt.drawing.layout import Box
from display.felt.side_panels.showdown import draw_showdown
from tests.display.felt.sheets import drawn, sheet_of, texts, things
from tests.rig.pictures import example_tables as e

SIZE, SMALL = (1280, 720), (800, 480)


@pytest.mark.parametrize(
    ("shown", "best", "listed"),
    [
        (("8s", "8c"), ("Ah", "Kd", "Ts", "8s", "8c"), True),
        (("8s",), (), False),
        ((), ("Ah", "Kd", "Ts", "8s", "8c"), False),
    ],
)  # fmt: skip
def test_a_hand_is_listed_once_it_is_shown_and_counts(
    shown: tuple[str, ...], best: tuple[str, ...], listed: bool
) -> None:
    fields = {"name": "Somebody", "shown": shown, "best": best, "hand_name": "pair"}
    state = e.with_seat(e.showdown(), 2, **fields)
    state = replace(state, next_step=None)
    names = [one.name for one in things(state, (1280, 720)) if one.kind == "text"]
    assert names.count("Somebody") == 1 + listed


PAID = replace(e.showdown(), next_step=None, next_dealer=0)
"""Three hands, two of which have won, and nothing to say below them."""


def inside(width: int, height: int, size: tuple[int, int] = SIZE) -> Box:
    """Return a panel with so much room inside its edge."""
    dx, dy = {SIZE: (11, 7), SMALL: (7, 5)}[size]
    return Box(0, 0, width + 2 * dx, height + 2 * dy)


@pytest.mark.parametrize(("high", "fit"), [(3 * 53, True), (3 * 53 - 1, False)])
def test_hands_are_left_out_only_where_not_all_have_their_least_height(
    high: int, fit: bool
) -> None:
    told = texts(drawn(draw_showdown, sheet_of(PAID, tall=inside(180, high))))
    assert {"Driss", "Farid"} <= {*told}
    assert ("Anaïs" in told) == fit
    assert [one for one in told if "more hand" in one] == ([] if fit else ["1 more hand"])


@pytest.mark.parametrize(("wide", "columns"), [(600, 1), (601, 2)])
def test_hands_stand_in_two_columns_where_there_is_more_than_a_fifth_of_width_to_spare(
    wide: int, columns: int
) -> None:
    log = drawn(draw_showdown, sheet_of(PAID, tall=inside(wide, 500)))
    names = {one.name: one.box.x for one in log if one.name in ("Driss", "Farid", "Anaïs")}
    assert len(names) == 3
    assert len({*names.values()}) == columns


@pytest.mark.parametrize(("wide", "beside"), [(600, False), (601, True)])
def test_what_comes_next_stands_below_the_hands_or_beside_them_where_it_is_wide(
    wide: int, beside: bool
) -> None:
    log = drawn(draw_showdown, sheet_of(e.showdown(), tall=inside(wide, 500)))
    there = {one.name: one.box for one in log if one.kind == "text"}
    following, last = there["Before the next hand"], there["Dead hand: Straight, ace high"]
    assert (following.x > last.right) == beside
    assert (following.y > last.bottom) != beside


@pytest.mark.parametrize(
    ("high", "kinds"),
    [(16, {"panel"}), (17, {"panel", "text"}), (20, {"panel", "text"}),
     (21, {"panel", "text", "card"})],
)  # fmt: skip
def test_a_hand_has_its_cards_where_there_is_room_and_none_is_drawn_in_too_little(
    high: int, kinds: set[str]
) -> None:
    state = replace(PAID, awards=(Award(0, 4, 5_400),))
    for seat in (1, 6):
        state = e.with_seat(state, seat, shown=(), best=(), won=0)
    log = drawn(draw_showdown, sheet_of(state, SMALL, tall=inside(206, high, SMALL)))
    assert {one.kind for one in log} == kinds
