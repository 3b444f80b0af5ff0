"""Whole numbers in the forms of staff, up to a billion, and texts that are not too long."""

import pytest

from controller.contract.venue.desk import JumpLevel, OpenTournament
from display.web.staff.forms import LONGEST, MOST, BadForm, number, read, text


@pytest.mark.parametrize("word", ["0", " 7 ", str(MOST)])
def test_a_whole_number_up_to_the_largest_is_taken(word: str) -> None:
    assert number({"chips": word}, "chips") == int(word)


@pytest.mark.parametrize("word", ["", "-1", "1.5", "\u0661", "x", str(MOST + 1), "9" * 12])
def test_what_is_no_such_number_is_refused(word: str) -> None:
    with pytest.raises(BadForm, match="missing or too large"):
        number({"chips": word}, "chips")


def test_a_text_has_at_most_as_many_letters_as_its_field() -> None:
    for most in (80, LONGEST):
        assert text({"name": " " + "n" * most}, "name", most) == "n" * most
        with pytest.raises(BadForm):
            text({"name": "n" * (most + 1)}, "name", most)


def test_a_choice_may_be_a_name_of_digits_or_a_number() -> None:
    assert read({"file": "2026"}, OpenTournament).file == "2026"
    assert read({"index": "12"}, JumpLevel).index == 12
