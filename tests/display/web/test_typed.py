"""A text is cut where the form's own field ends."""

import re
from pathlib import Path

import pytest

from display.web.typed import MAIL, MARK, NAME, ONCE, typed

TEMPLATES = Path(__file__).parents[3] / "display" / "web" / "templates"
FORMS = ("evening/desk.html", "evening/players.html", "evening/structure.html", "league.html",
         "staff/sign_in.html")  # fmt: skip
MOST = {
    "name": NAME, "title": NAME, "q": NAME, "find": NAME, "bar": NAME, "shown_as": MARK,
    "member_no": MARK, "number": MARK, "season": MARK, "mail": MAIL,
}  # fmt: skip


@pytest.mark.parametrize("field", MOST)
def test_a_form_takes_as_many_letters_as_the_page_keeps(field: str) -> None:
    asked = rf'name="{field}(?:\.[^"]*)?"[^>]*maxlength="(\d+)"'
    found = [most for form in FORMS for most in re.findall(asked, (TEMPLATES / form).read_text())]
    assert set(found) == {str(MOST[field])}


def test_a_longer_text_is_cut_and_a_missing_one_is_empty() -> None:
    for most in (NAME, MARK, MAIL, ONCE):
        assert typed({"name": "n" * (most + 1)}, "name", most) == "n" * most
    assert typed({"name": "n" * 100}, "name") == "n" * NAME
    assert typed({}, "name") == ""
