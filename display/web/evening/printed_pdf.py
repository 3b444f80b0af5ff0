"""Printed documents as PDFs that a screen reader can read (tagged, PDF/UA).

Typst typesets them. It is an optional dependency, installed by the package's extra `paper`, and
needs nothing from the system except fonts. Nothing is downloaded: Typst reads only what is passed
to it.
"""

from typing import Any, Final

import jinja2
import msgspec

from controller.contract.errors import TapisError
from display.web.pictures.qr_codes import qr_dots
from display.web.site import FOLDER
from display.words.houses import house_name
from display.words.levels import game_name
from display.words.locale import N_
from display.words.names import Words
from display.words.stakes import STAKES
from display.words.venue.bank import ACCOUNTS
from display.words.venue.bounties import KINDS
from display.words.venue.evening import POSTING
from display.words.venue.events import CHANGES

MISSING: Final = N_(
    "PDF printing is not available here; install it with: pip install 'tapis-table[paper]'. "
    "Until then, print these pages from the browser."
)

VARIANT: Final = "ua-1"
NO_GLYPH: Final = "could not be displayed"
"""Typst's message for a letter that no font on this machine has.

PDF/UA requires a glyph for every letter.
"""
PRINTED: Final = FOLDER / "templates" / "printed"
FONTS: Final = FOLDER.parent / "fonts"


class NoPaper(TapisError):
    """Raised if Typst is not installed; the message says how to install it."""


class Card(msgspec.Struct, frozen=True):
    """A player's seat card: their name, their seat (0 if none yet), and the link in its QR code."""

    name: str
    link: str
    table: int = 0
    seat: int = 0
    member_no: str = ""
    shown_as: str = ""


class Code(str):
    """Text that is already Typst code and must not be quoted."""

    __slots__ = ()


def quoted(text: object) -> Code:
    """Return any text as a Typst string literal, escaped so that nothing in the text can end it."""
    return Code('"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"')


def pdf(template: str, said: Words, title: str, **known: Any) -> bytes:
    """Typeset a template and return it as PDF/UA, in the language of `said`. Raises `NoPaper`.

    `title` is the document's title, and `known` holds the other values that the template uses.

    If a letter in the text is missing from all installed fonts, the document is still tagged, but
    does not claim to be PDF/UA.
    """
    try:
        import typst
    except ImportError:
        raise NoPaper(said.say(MISSING)) from None
    # Files by name, as in Typst's manual; its type hints allow only one file.
    files: Any = files_of(template, said, title, **known)
    try:
        made = typst.compile(files, font_paths=[FONTS], pdf_standards=[VARIANT])
    except typst.TypstError as refused:
        if NO_GLYPH not in refused.message:
            raise
        made = typst.compile(files, font_paths=[FONTS])
    assert isinstance(made, bytes)
    return made


def files_of(template: str, said: Words, title: str, **known: Any) -> dict[str, bytes]:
    """Return the files that Typst reads for a document, by name; `main` is the document itself.

    `known` holds the values that the template uses other than the title.
    """
    files = {"paper.typ": (PRINTED / "paper.typ").read_bytes()}

    def qr(link: str) -> str:
        name = f"{len(files)}.json"
        files[name] = msgspec.json.encode(tuple(qr_dots(link)))
        return name

    main = _templates().get_template(template).render(
        said=said, say=said.say, count=said.count, amount=said.amount, language=said.language,
        title=title, qr=qr, posted_words=POSTING, stake_words=STAKES, house_name=house_name,
        account_words=ACCOUNTS, bounty_kinds=KINDS, change_words=CHANGES,
        game_name=game_name, **known,
    )  # fmt: skip
    return files | {"main": main.encode()}


def _templates() -> jinja2.Environment:
    """Return the environment of the document templates.

    A template's values are printed as plain text, unless they are `Code`.
    """
    found = jinja2.Environment(  # noqa: S701 - no HTML: `finalize` keeps text from being code
        loader=jinja2.FileSystemLoader(PRINTED), trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: value if isinstance(value, Code) else f"#{quoted(value)};",
    )  # fmt: skip
    found.filters |= {"quoted": quoted, "code": Code}
    return found
