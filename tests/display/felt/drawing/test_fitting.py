"""How text is broken into lines."""

import pytest

from display.felt.drawing.fitting import LEAST, _highest, wrapped
from display.felt.drawing.letters import letter_height


def test_a_letter_that_is_wider_than_a_line_stands_on_a_line_alone() -> None:
    assert wrapped("W", 1, 20) == ("W",)
    assert wrapped("WM", 1, 20) == ("W", "M")
    assert wrapped("W M", 1, 20) == ("W", "M")


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("height", [*range(LEAST, 40), 64, 120])
def test_type_is_as_high_as_a_box_allows_and_never_below_the_least(height: int, bold: bool) -> None:
    size = _highest(height, bold)
    assert size == LEAST or letter_height(size, bold) <= height
    assert size == height or letter_height(size + 1, bold) > height
