"""What visitors send in a form or a URL: texts and at most one file, all of limited size."""

from collections.abc import Mapping
from typing import Final, TypeVar

from starlette.datastructures import UploadFile
from starlette.requests import Request

T = TypeVar("T", int, None)

NAME: Final = 80
"""The maximum length of a name or title, in characters; forms set the same `maxlength`."""
MARK: Final = 40
"""The maximum length of an id, a member number or a short name, in characters."""
MAIL: Final = 120
"""The maximum length of an email address, in characters."""
ONCE: Final = 64
"""The maximum length of the id of a request that must be carried out only once, in characters."""
FIELDS: Final = 500
"""The maximum number of fields in a form without a file."""


def typed(texts: Mapping[str, str], field: str, most: int = NAME) -> str:
    """Return at most `most` characters of a field, or "" if it is missing.

    >>> typed({"name": "Anne" * 40}, "name", 6), typed({}, "name")
    ('AnneAn', '')
    """
    return texts.get(field, "")[:most]


def number_in(word: str, otherwise: T) -> int | T:
    """Parse a whole number of up to 11 digits from a URL or form; return `otherwise` if invalid."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 12 else otherwise


async def form_of(request: Request, fields: int = FIELDS) -> dict[str, str]:
    """Return the fields of a form that has no file and at most `fields` fields.

    Raises `HTTPException` (400) for any other form.
    """
    form = await request.form(max_files=0, max_fields=fields)
    return {key: value for key, value in form.items() if isinstance(value, str)}


async def form_with_file(request: Request, file: str, most: int) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form, and at most `most` bytes of the file in its field `file`.

    The bytes are empty if no file was chosen. Raises `HTTPException` (400) for a form with several
    files, or with more than 20 fields.
    """
    async with request.form(max_files=1, max_fields=20) as form:
        sent = form.get(file)
        content = await sent.read(most) if isinstance(sent, UploadFile) else b""
        return {key: value for key, value in form.items() if isinstance(value, str)}, content
