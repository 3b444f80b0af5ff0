"""The texts that people read and hear, marked here and translated from catalogues.

Each English text serves as its own id, so English needs no catalogue. Every other language is a
single `.po` file in this folder. A catalogue is compiled in memory on first use, so a fresh clone
needs no build step.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages import Catalog
    from babel.support import NullTranslations

from controller.contract.errors import N_ as N_
from controller.contract.errors import NoTexts

FOLDER = Path(__file__).parent
ENGLISH = "en"
CONTEXT = "\x04"
"""The separator between a text's context and the text itself, as in gettext."""


COLON: Final = N_("{name}: {what}")
"""The text that shows how a language writes its colons."""

BREAKS: Final = re.compile(
    r" (?=[:;!»](?!\w)|\?(?![\w?]))|(?<=«) "
    r"|(?<=[\d}]) (?=(?:%|°C|[GMk]o|m?s|mm|h|min|[VA])(?![\w']))"
)
"""Matches a space at which a line must not break: before punctuation, inside quotation marks, or
before a unit."""


def C_(context: str, text: str) -> str:  # noqa: N802
    """Mark a text for translation in a context; return its id in the catalogues.

    The same English text may have a different translation in each context.
    """
    return f"{context}{CONTEXT}{text}"


def languages() -> tuple[str, ...]:
    """Return the languages that have texts, in alphabetical order."""
    return _languages_in(FOLDER)


@cache
def _languages_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted({ENGLISH, *(path.stem for path in folder.glob("*.po"))}))


def official(wanted: str, announced_in: Sequence[str]) -> str:
    """Return the language in which to make an announcement.

    `announced_in` lists the official languages. If `wanted` is one of them, or none of them has
    texts, return `wanted`. Otherwise return the first official language that has texts.
    """
    known = [one for one in announced_in if one in languages()]
    return wanted if wanted in known or not known else known[0]


@lru_cache(maxsize=8)
def catalogue(language: str) -> "NullTranslations":
    """Return the translations for a language such as `fr`; English needs none.

    Raises `NoTexts`, listing the available languages, if the language has no catalogue.
    """
    from babel.messages.mofile import write_mo
    from babel.support import NullTranslations, Translations

    if language not in languages():
        known = ", ".join(languages())
        raise NoTexts(f'"{language}" is not an available language; available: {known}')
    if language == ENGLISH:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, texts(language))
    compiled.seek(0)
    return Translations(compiled)


def texts(language: str) -> "Catalog":
    """Return the texts in a language's catalogue.

    In a language with a space before the colon, that space becomes a no-break space, and so does
    the space between a number and its unit.
    """
    from babel.messages.pofile import read_po

    with (FOLDER / f"{language}.po").open("rb") as file:
        found = read_po(file, locale=language)
    colon = found.get(COLON)
    if colon is None or not re.search(r"\s:", str(colon.string)):
        return found
    for message in found:
        if isinstance(message.string, str):
            message.string = _kept_together(message.string)
        elif message.string is not None:
            message.string = tuple(map(_kept_together, message.string))
    return found


def _kept_together(text: str) -> str:
    return BREAKS.sub("\N{NO-BREAK SPACE}", text)


def locale(language: str) -> "Locale":
    """Return a language's conventions for numbers and times."""
    from babel import Locale

    return Locale.parse(language)
