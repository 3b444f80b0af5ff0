"""One outline for a suit, wherever it is drawn; one colour for a chip."""

import re
from pathlib import Path

import pytest

from controller.rehearse.browser.pages import FOLDER as REHEARSED
from display.felt.drawing.layout import Box
from display.felt.drawing.palette import CHIPS, chip_of, ink_on, pile_values
from display.felt.drawing.shapes import pile_of
from display.suits import PATHS, outline
from display.web.pages import palette_css
from display.web.pictures import svg
from display.web.site import FOLDER
from tests.display.felt.test_palette import contrast

SHEETS = sorted([*(FOLDER / "static").glob("*.css"), *(REHEARSED / "static").glob("*.css")])


@pytest.mark.parametrize("suit", PATHS)
def test_a_suit_fills_its_square_and_is_the_same_on_both_sides(suit: str) -> None:
    corners = outline(suit)
    assert all(abs(x) <= 0.5 and abs(y) <= 0.5 for x, y in corners)
    assert max(y for _, y in corners) - min(y for _, y in corners) == pytest.approx(1, abs=0.1)
    assert max(x for x, _ in corners) == pytest.approx(-min(x for x, _ in corners), abs=0.01)
    # Its area is as large left of the middle as right of it.
    left, right = (_area([(sign * max(sign * x, 0.0), y) for x, y in corners]) for sign in (-1, 1))
    assert left == pytest.approx(right, rel=0.02)


def _area(corners: list[tuple[float, float]]) -> float:
    """Return the area that corners enclose."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairs)) / 2


def test_pages_draw_the_outline_that_the_felt_fills() -> None:
    for suit, path in PATHS.items():
        assert f'd="{path}"' in svg.card(Box(0, 0, 60, 90), f"A{suit}")


@pytest.mark.parametrize("amount", [1, 150, 625, 12_000, 3_400_000])
def test_a_pile_is_of_the_same_chips_on_felt_and_pages(amount: int) -> None:
    drawn = [int(one) for one in re.findall(r"chip-(\d+)", svg.chips(Box(0, 0, 40, 40), amount))]
    assert drawn == list(pile_values(amount, 3))
    assert pile_of(amount, 3) == tuple(dict(CHIPS)[value] for value in drawn)


@pytest.mark.parametrize(
    ("value", "known"), [(1, 1), (3, 1), (25, 25), (99, 25), (2_000_000, 1_000_000)]
)
def test_a_chip_of_any_value_has_a_colour(value: int, known: int) -> None:
    assert chip_of(value) == known


def test_what_stands_on_a_chip_is_read() -> None:
    for _, colour in CHIPS:
        assert contrast(ink_on(colour), colour) >= 4.5


@pytest.mark.parametrize("sheet", SHEETS, ids=[path.name for path in SHEETS])
def test_no_style_sheet_has_colours_of_chips_or_suits_of_its_own(sheet: Path) -> None:
    rules = re.findall(r"([^{}]*)\{([^{}]*)\}", sheet.read_text("utf-8"))
    own = [
        who
        for who, what in rules
        if re.search(r"chip|suit", who) and re.search(r"#[0-9a-f]{3}", what)
    ]
    assert own == []


def test_the_palettes_sheet_has_each_chip() -> None:
    assert all(f".chip-{value}{{--chip:#" in palette_css() for value, _ in CHIPS)
