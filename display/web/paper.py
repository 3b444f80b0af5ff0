"""Paper: what people print, as PDF that a screen reader can read (tagged, PDF/UA).

Set by WeasyPrint, which is an extra of the package (`paper`) and needs Pango from the system.
Nothing is fetched for it, from nowhere.
"""

import struct
import zlib
from base64 import b64encode
from typing import Any, Final

import jinja2
import msgspec
import segno

from controller.contract.errors import TapisError
from display.web.site import FOLDER
from display.words.bank import ACCOUNTS
from display.words.evening import POSTING
from display.words.houses import house_name
from display.words.locale import N_
from display.words.names import Words
from display.words.stakes import STAKES

PACKAGES: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
MISSING: Final = N_(
    "Nothing can be printed as PDF here. It takes: pip install 'tapis-table[paper]', and"
    " apt-get install {packages}. The browser prints these pages meanwhile."
)

VARIANT: Final = "pdf/ua-1"
QR_BORDER: Final = 2
"""Modules of white around a QR code."""
SHADES: Final = b"\xff\x00".ljust(256, b"\x00")
"""The grey of a light module (0) and of a dark one (1)."""


class NoPaper(TapisError):
    """WeasyPrint is not there; what it takes is said in the text."""


class Card(msgspec.Struct, frozen=True):
    """A seat card: whose it is, where they sit (0: nowhere yet), and the link in its QR code."""

    name: str
    link: str
    table: int = 0
    seat: int = 0
    member_no: str = ""
    shown_as: str = ""


def qr_image(link: str) -> str:
    """Return a link as a QR code, of medium error correction: the address of an image in itself.

    A pixel a module, in shades of grey: an image with sharp edges is set ten times as fast as a
    drawing, and one of which nothing has to be converted in half the time of another.
    """
    code = segno.make(link, error="m", micro=False, mask=2)
    side, above = b"\0" * QR_BORDER, [b"\0" * (len(code.matrix) + 2 * QR_BORDER)] * QR_BORDER
    dark = [*above, *(side + row + side for row in code.matrix), *above]
    rows = [row.translate(SHADES) for row in dark]
    return "data:image/png;base64," + b64encode(_png(rows)).decode()


def _png(rows: list[bytes]) -> bytes:
    """Return rows of grey pixels, 0 (black) to 255, as a PNG (ISO/IEC 15948)."""
    size = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    parts = [(b"IHDR", size), (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def pdf(template: str, said: Words, title: str, **known: Any) -> bytes:
    """Return a document as PDF/UA, in the language of `said`. Raises `NoPaper`."""
    try:
        from weasyprint import CSS, HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError):
        raise NoPaper(said.say(MISSING, packages=PACKAGES)) from None
    html = html_of(template, said, title, **known)
    # What is on paper comes with it: no address is asked for anything.
    fetch = URLFetcher(allowed_protocols=("data",))
    style = CSS(filename=FOLDER / "templates" / "printed" / "paper.css", url_fetcher=URLFetcher(
        allowed_protocols=("file", "data")))  # fmt: skip
    made = HTML(string=html, url_fetcher=fetch).write_pdf(stylesheets=[style], pdf_variant=VARIANT)
    assert made is not None
    return bytes(made)


def html_of(template: str, said: Words, title: str, **known: Any) -> str:
    """Return a document before it is set, as HTML."""
    return _templates().get_template(template).render(
        said=said, say=said.say, count=said.count, amount=said.amount, language=said.language,
        title=title, qr=qr_image, posted_words=POSTING, stake_words=STAKES,
        house_name=house_name,
        account_words=ACCOUNTS, **known,
    )  # fmt: skip


def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER / "templates" / "printed"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
