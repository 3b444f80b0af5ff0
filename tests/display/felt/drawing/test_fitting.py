"""How text is broken into lines."""

from display.felt.drawing.fitting import wrapped


def test_a_letter_that_is_wider_than_a_line_stands_on_a_line_alone() -> None:
    assert wrapped("W", 1, 20) == ("W",)
    assert wrapped("WM", 1, 20) == ("W", "M")
    assert wrapped("W M", 1, 20) == ("W", "M")
