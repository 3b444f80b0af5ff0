"""The form of an action as it is sent: text fields alone."""

import asyncio

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from display.web.staff.pages_actions import form_of

TEXT = b'--b\r\nContent-Disposition: form-data; name="table"\r\n\r\n3\r\n'
FILE = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nx\r\n'


def sent(body: bytes) -> dict[str, str]:
    """Return what the page reads of a form in parts."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body + b"--b--\r\n"}

    head = [(b"content-type", b"multipart/form-data; boundary=b")]
    return asyncio.run(
        form_of(Request({"type": "http", "method": "POST", "headers": head, "app": None}, receive))
    )


def test_a_form_has_up_to_500_text_fields_and_no_file() -> None:
    assert sent(TEXT) == {"table": "3"}
    assert sent(TEXT * 500) == {"table": "3"}
    for refused in (TEXT * 501, FILE, TEXT + FILE):
        with pytest.raises(HTTPException) as error:
            sent(refused)
        assert error.value.status_code == 400
