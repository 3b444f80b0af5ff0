"""Paper: what people print, as PDF that a screen reader can read (tagged, PDF/UA).

Set by WeasyPrint, which is an extra of the package (`paper`) and needs Pango from the system.
Nothing is fetched for it, from nowhere.
"""

from typing import Any, Final

import jinja2
import msgspec
import segno

from controller.contract.errors import TapisError
from display.web.site import FOLDER
from display.words.bank import ACCOUNTS
from display.words.evening import POSTING
from display.words.locale import N_
from display.words.names import Words

PACKAGES: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
MISSING: Final = N_(
    "Nothing can be printed as PDF here. It takes: pip install 'tapis-table[paper]', and"
    " apt-get install {packages}. The browser prints these pages meanwhile."
)

VARIANT: Final = "pdf/ua-1"
QR_SCALE: Final = 1
"""Pixels of a QR code's module. An image with sharp edges is set ten times as fast as a drawing."""


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
    """Return a link as a QR code, of medium error correction: the address of an image in itself."""
    code = segno.make(link, error="m", micro=False, mask=2)
    return str(code.png_data_uri(scale=QR_SCALE, border=2))


def pdf(template: str, said: Words, title: str, **known: Any) -> bytes:
    """Return a document as PDF/UA, in the language of `said`. Raises `NoPaper`."""
    try:
        from weasyprint import CSS, HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError):
        raise NoPaper(said.say(MISSING, packages=PACKAGES)) from None
    html = _templates().get_template(template).render(
        said=said, say=said.say, count=said.count, amount=said.amount, language=said.language,
        title=title, qr=qr_image, posted_words=POSTING, account_words=ACCOUNTS, **known,
    )  # fmt: skip
    # What is on paper comes with it: no address is asked for anything.
    fetch = URLFetcher(allowed_protocols=("data",))
    style = CSS(filename=FOLDER / "templates" / "printed" / "paper.css", url_fetcher=URLFetcher(
        allowed_protocols=("file", "data")))  # fmt: skip
    made = HTML(string=html, url_fetcher=fetch).write_pdf(stylesheets=[style], pdf_variant=VARIANT)
    assert made is not None
    return bytes(made)


def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER / "templates" / "printed"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
