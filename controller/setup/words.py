"""The sentences of setting a table up, in the language of whoever does it.

The command's option says which, else the environment. What stands in files is the same in both.
"""

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

import typer

from display.words.names import N_, Words

__all__ = ["N_", "LanguageOption", "Words", "language_of", "setup_words", "words_for"]

DOMAIN = "setup"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language; the first that is set counts."""

LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        help="The language of questions and answers: en or fr; else the environment's.",
        show_default=False,
    ),
]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for: `fr`, or for any other `en`."""
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return "fr" if asked.lower().startswith("fr") else "en"


@lru_cache(maxsize=8)
def setup_words(language: str) -> Words:
    """Return the sentences of a language, read once; raises `LookupError` when there are none."""
    return Words(language, DOMAIN)


def words_for(option: str) -> Words:
    """Return the sentences that a command speaks in. Raises `NoTexts`."""
    return setup_words(option or language_of(os.environ))
