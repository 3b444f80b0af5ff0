"""What a form may send: texts as long as its fields, and one file where it asks for one."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from display.web.typed import FIELDS, MAIL, MARK, NAME, ONCE, form_of, form_with_file, typed

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


TEXT = b'--b\r\nContent-Disposition: form-data; name="table"\r\n\r\n3\r\n'
FILE = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nabcdef\r\n'


def sent(parts: bytes) -> Request:
    """Return a request with a form in parts."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": parts + b"--b--\r\n"}

    head = [(b"content-type", b"multipart/form-data; boundary=b")]
    return Request({"type": "http", "method": "POST", "headers": head, "app": None}, receive)


def test_a_form_without_a_file_has_up_to_500_texts() -> None:
    assert FIELDS == 500
    for count in (1, FIELDS):
        assert asyncio.run(form_of(sent(TEXT * count))) == {"table": "3"}
    assert asyncio.run(form_of(sent(TEXT * 3), 3)) == {"table": "3"}
    for form in (form_of(sent(TEXT * 501)), form_of(sent(TEXT * 4), 3), form_of(sent(TEXT + FILE))):
        with pytest.raises(HTTPException) as error:
            asyncio.run(form)
        assert error.value.status_code == 400


def test_a_form_with_a_file_has_one_and_up_to_20_texts() -> None:
    for parts, content in ((TEXT + FILE, b"abcd"), (FILE + TEXT * 20, b"abcd"), (TEXT, b"")):
        assert asyncio.run(form_with_file(sent(parts), "f", 4)) == ({"table": "3"}, content)
    assert asyncio.run(form_with_file(sent(FILE), "g", 4)) == ({}, b"")
    for parts in (TEXT * 21, FILE * 2):
        with pytest.raises(HTTPException) as error:
            asyncio.run(form_with_file(sent(parts), "f", 4))
        assert error.value.status_code == 400
