"""Whole numbers in the forms of staff: up to a billion, and nothing else."""

import pytest

from display.web.staff.forms import MOST, BadForm, number


@pytest.mark.parametrize("text", ["0", " 7 ", str(MOST)])
def test_a_whole_number_up_to_the_largest_is_taken(text: str) -> None:
    assert number({"chips": text}, "chips") == int(text)


@pytest.mark.parametrize("text", ["", "-1", "1.5", "\u0661", "x", str(MOST + 1), "9" * 12])
def test_what_is_no_such_number_is_refused(text: str) -> None:
    with pytest.raises(BadForm, match="missing or too large"):
        number({"chips": text}, "chips")
