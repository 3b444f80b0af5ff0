"""The strip beside the table: what there is just room for, and what is soon over."""

import pytest
from msgspec.structs import replace

from controller.contract.public import NoticeText, NoticeView
from display.felt.draw import render
from display.felt.drawing.layout import layout
from display.felt.drawing.palette import DARK
from display.felt.drawing.sheet import Sheet
from display.felt.side_panels.bar import draw_bar
from tests.display.felt.sheets import drawn, sheet_of, texts, things
from tests.display.felt.test_draw import pixels
from tests.rig.pictures import example_tables as e

SIZE = (1280, 720)
PLACES = layout(*SIZE, 6)


def strip(sheet: Sheet) -> None:
    draw_bar(sheet, "up")


def test_the_house_is_named_beside_the_level_where_more_than_twice_its_height_is_free() -> None:
    level = PLACES.level
    said = next(one for one in drawn(strip, sheet_of(e.flop())) if one.name == "Level 3")
    edge = said.box.x - level.x
    height = (level.h - 2 * (said.box.y - level.y)) * 21 // 100
    # Before it, as much is left free as the line is high.
    just = said.box.right + 3 * height + edge - level.x
    for wide, named in ((just, False), (just + 1, True)):
        told = texts(drawn(strip, sheet_of(e.flop(), level=replace(level, w=wide))))
        assert "Level 3" in told
        assert ("PPC" in told) == named


@pytest.mark.parametrize(("free", "listed"), [(2 * 18, False), (2 * 18 + 1, True)])
def test_pots_are_listed_where_there_is_more_room_than_a_line_for_each(
    free: int, listed: bool
) -> None:
    # Above them is the name, ten rows high; the panel has an edge of seven rows.
    panel = replace(PLACES.panel, h=10 + free + 2 * 7)
    told = texts(drawn(strip, sheet_of(replace(e.flop(), legal=()), panel=panel)))
    assert "Bruno" in told
    assert ("Main pot" in told, "Side pot 1" in told) == (listed, listed)


@pytest.mark.parametrize(("left", "soon"), [(11_000, False), (10_000, True), (9_000, True)])
def test_a_clock_with_ten_seconds_left_or_less_is_nearly_over(left: int, soon: bool) -> None:
    picture = render(replace(e.clock(), clock_left=left), SIZE)
    assert (pixels(picture, PLACES.panel, DARK.warning) > 0) == soon


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "Bruno moves to table 4, seat 2"), (2, "Moving after this hand: Bruno, Chloé")],
)
def test_during_a_hand_two_who_move_are_named_in_one_line(count: int, said: str) -> None:
    moves = [NoticeView(str(seat), NoticeText.MOVE, seat, 4, seat) for seat in (2, 3)]
    state = replace(e.flop(), legal=(), notices=tuple(moves[:count]))
    told = texts(drawn(strip, sheet_of(state)))
    assert [one for one in told if "mov" in one.lower()] == [said]


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (100_000, 10_000_000, "100,000 – 10,000,000"),
        (1_000_000, 10_000_000, "1M – 10M"),
    ],
)
def test_the_bounds_of_a_raise_are_written_in_full_up_to_twenty_signs(
    least: int, most: int, said: str
) -> None:
    state = replace(e.flop(), legal=e.legal(call=1_500, raise_to=least, most=most))
    told = texts(things(state, SIZE))
    assert told[told.index("Raise to") + 1] == said
