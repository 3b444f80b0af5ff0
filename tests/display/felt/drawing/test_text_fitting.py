"""How text is broken into lines."""

import pytest

from display.felt.drawing.letters import letter_height
from display.felt.drawing.text_fitting import LEAST, wrapped


def test_a_letter_that_is_wider_than_a_line_stands_on_a_line_alone() -> None:
    assert wrapped("W", 1, 20) == ("W",)
    assert wrapped("WM", 1, 20) == ("W", "M")
    assert wrapped("W M", 1, 20) == ("W", "M")
    assert wrapped("W\N{COMBINING ACUTE ACCENT}", 1, 20) == ("W", "\N{COMBINING ACUTE ACCENT}")


@pytest.mark.parametrize("bold", [False, True])
def test_type_of_a_size_is_no_higher_than_that_from_the_second_smallest_on(bold: bool) -> None:
    """So a line can have the height of its box."""
    assert all(letter_height(size, bold) <= size for size in range(LEAST + 1, 300))
