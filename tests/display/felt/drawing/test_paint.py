"""Shapes and texts: how far a card's pattern reaches, and which texts a box has room for."""

import pygame
import pytest
from msgspec.structs import replace

from display.felt.draw import places_of
from display.felt.drawing.layout import Box
from display.felt.drawing.letters import line_height
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Drawn, Painter
from display.felt.drawing.palette import DARK
from display.felt.drawing.panels import lines_of, small_cards, table_of
from display.felt.drawing.sheet import Sheet
from display.felt.drawing.text_fitting import LEAST
from display.words.names import words
from tests.display.felt.test_draw import changed
from tests.rig.pictures import example_tables as e


@pytest.mark.parametrize("size", [(28, 40), (70, 98), (84, 118)])
def test_the_pattern_on_a_back_leaves_the_same_edge_on_all_sides(size: tuple[int, int]) -> None:
    plain = Painter(replace(DARK, back_pattern=DARK.back)).back_picture(*size)
    boxes = changed(Painter(DARK).back_picture(*size), plain)
    edge = max(2, size[0] // 14) + 1
    assert (min(box.x for box in boxes), min(box.y for box in boxes)) == (edge, edge)
    assert max(box.right for box in boxes) == size[0] - edge
    assert max(box.bottom for box in boxes) == size[1] - edge


def sheet_of(log: list[Drawn]) -> Sheet:
    """Return the sheet for a picture, whose strokes are noted."""
    state, size = e.flop(), (1280, 720)
    painter = Painter(DARK)
    painter.log = log
    places = places_of(state, size, Look())
    return Sheet(state, places, words("en"), pygame.Surface(size), Look(), painter)


def texts(log: list[Drawn]) -> list[str]:
    return [one.name for one in log if one.kind == "text"]


def test_texts_stand_below_each_other_as_large_as_all_of_them_fit() -> None:
    three, size = ["one", "two", "three"], 24
    for high, drawn, height in (
        (3 * line_height(size), 3, line_height(size)),
        (3 * line_height(size) + 60, 3, line_height(size)),
        (3 * line_height(size) - 1, 3, line_height(size - 1)),
        (3 * line_height(LEAST), 3, line_height(LEAST)),
        (3 * line_height(LEAST) - 1, 2, line_height(LEAST)),
        (line_height(LEAST), 1, line_height(LEAST)),
        (line_height(LEAST) - 1, 0, 0),
    ):
        log = list[Drawn]()
        bottom = lines_of(sheet_of(log), three, Box(10, 20, 400, high), size, (9, 9, 9))
        assert texts(log) == three[:drawn], high
        if 3 * line_height(LEAST) - 1 > high or drawn == 3:
            assert bottom <= 20 + high
        rows = [one.box.y for one in log if one.kind == "text"]
        assert rows == sorted(rows)
        if drawn == 3:
            assert bottom - 20 == 3 * height, high


def test_cards_in_a_row_are_as_tall_as_the_box_unless_it_is_too_narrow() -> None:
    for wide, cards, width, after in (
        (400, ("As",), 50, 52), (400, ("As", "Kd"), 50, 104), (62, ("As", "Kd"), 30, 64),
        (30, ("As",), 30, 32),
        (102, ("As", "Kd"), 50, 104), (101, ("As", "Kd"), 49, 102), (1, ("As", "Kd"), 1, 6),
        (50, (), 0, 0),
    ):  # fmt: skip
        log = list[Drawn]()
        x = small_cards(sheet_of(log), cards, Box(10, 20, wide, 70))
        boxes = [one.box for one in log if one.kind == "card"]
        assert x == 10 + after
        assert [(box.w, box.h) for box in boxes] == [(width, 70)] * len(cards)


def test_a_row_without_a_figure_has_all_its_width() -> None:
    log = list[Drawn]()
    rows = [("Blinds", "50/100"), ("A long line that needs all of the row's width", "")]
    table_of(sheet_of(log), rows, Box(10, 20, 300, 60), 30)
    assert texts(log) == ["Blinds", "50/100", rows[1][0]]
    first, figure, line = (one.box for one in log)
    assert first.right <= 10 + 300 * 46 // 100
    assert figure.right == 310
    assert line.right > 10 + 300 * 46 // 100
    assert line.y >= 50 > figure.bottom


def test_rows_share_the_height_of_a_box_that_is_too_low_for_rows_of_the_usual_height() -> None:
    log = list[Drawn]()
    table_of(sheet_of(log), [("Anne", "60%"), ("Bruno", "40%")], Box(10, 20, 300, 40))
    assert [one.box.y >= 40 for one in log] == [False, False, True, True]


@pytest.mark.parametrize(("high", "lines"), [(-2, False), (-1, True), (0, True)])
def test_a_line_is_whole_where_a_single_row_of_its_margin_is_cut(high: int, lines: bool) -> None:
    log = list[Drawn]()
    sheet = sheet_of(log)
    box = Box(10, 20, 400, line_height(LEAST) + high)
    sheet.paragraph("one", box, LEAST, (9, 9, 9))
    assert [(one.name, one.whole) for one in log] == [("one", lines)]


def test_a_picture_larger_than_the_cache_is_drawn_once_until_there_is_another() -> None:
    painter, drawn = Painter(DARK), list[tuple[int, int]]()

    def draw(size: tuple[int, int]) -> pygame.Surface:
        drawn.append(size)
        return pygame.Surface(size)

    huge, small = (2001, 2000), (10, 10)
    for size in (huge, huge, small, small, huge):
        painter.keep(("test", size), lambda size=size: draw(size))  # type: ignore[misc]
    assert drawn == [huge, small, huge]
