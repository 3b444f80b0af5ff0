"""The language in which somebody sets a table up: the option's, else the environment's.

What stands in files is the same in every language.
"""

import os
from collections.abc import Mapping
from typing import Annotated

import typer

from display.words.locale import ENGLISH, languages
from display.words.names import C_, N_, Words, words

__all__ = ["C_", "N_", "LanguageOption", "Words", "language_of", "words_for"]

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language; the first that is set counts."""

LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        help="The language of questions and answers; else the environment's. "
        f"There are {', '.join(languages())}.",
        show_default=False,
    ),
]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for; English where there are no texts in it."""
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = asked.lower().partition(".")[0].partition("_")[0]
    return language if language in languages() else ENGLISH


def words_for(option: str) -> Words:
    """Return the words that a command speaks in. Raises `NoTexts`."""
    return words(option or language_of(os.environ))
