"""Sentences for people in their language: the gettext catalogues, read as they are.

A catalogue is compiled in memory from its `.po` when it is first asked for, so that a fresh
clone needs no step before it speaks. The English text is the message id.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from controller.contract.errors import NoTexts

DOMAIN = "tapis"
HERE = Path(__file__).parent


def languages() -> tuple[str, ...]:
    """Return the languages that there is a catalogue for, in alphabetical order."""
    return tuple(sorted(path.parts[-3] for path in HERE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


@lru_cache(maxsize=8)
def catalogue(language: str, domain: str = DOMAIN) -> Translations:
    """Return the translations for a language such as `fr`: of the `voice`, or of all that is read.

    Raises `NoTexts` with the languages there are when there is none for it.
    """
    path = HERE / language / "LC_MESSAGES" / f"{domain}.po"
    if language not in languages():
        known = ", ".join(languages())
        raise NoTexts(f'there are no texts in "{language}"; there are texts in: {known}')
    with path.open("rb") as file:
        texts = read_po(file, locale=language, domain=domain)
    compiled = BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    return Translations(compiled, domain=domain)


def locale(language: str) -> Locale:
    """Return the conventions of a language for numbers and times."""
    return Locale.parse(language)
