"""The language of a command's output, set by an option or else by the environment.

The content of files and of JSON output is the same in every language.
"""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer

from controller.contract.errors import N_, TapisError
from display.words.locale import ENGLISH, languages
from display.words.names import Words, words

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language; the first one set is used."""

CHOSEN = "tapis.language"
"""The key under which a command's context stores its language."""

_FIELD = re.compile(r"\\{(\w+)\\}")


def remember(context: typer.Context, language: str) -> str:
    """Save and return the requested language, so that error messages use it too."""
    context.meta[CHOSEN] = language
    return language


def _language(about: str) -> Any:
    return typer.Option(
        "--language", help=about, metavar="|".join(languages()), show_default=False,
        callback=remember,
    )  # fmt: skip


LanguageOption = Annotated[
    str,
    _language("The language of the questions and answers; by default, that of the environment."),
]

TableLanguage = Annotated[
    str, _language("The language; by default, the one used on the table's screen.")
]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language set in the environment.

    Return English if none is set, or if there are no texts in that language.
    """
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = asked.lower().partition(".")[0].partition("_")[0]
    return language if language in languages() else ENGLISH


def words_for(option: str, *, as_json: bool = False) -> Words:
    """Return the words for a command's output. Raises `NoTexts`.

    `option` is the value of `--language`, or "" if it was not given. Without it, JSON output is in
    English. Other output and all error messages (`error_words`) are in the environment's language.
    """
    return words(option or (ENGLISH if as_json else language_of(os.environ)))


def asked_twice(question: str, said: Words) -> str:
    """Prompt for a secret twice, without echo, until both entries match, and return it."""
    once, again = (
        said.say(N_("{question}: "), question=one)
        for one in (question, said.say(N_("Enter it again")))
    )
    while True:
        first: str = typer.prompt(once, hide_input=True, prompt_suffix="")
        if first == typer.prompt(again, hide_input=True, prompt_suffix=""):
            return first
        typer.echo(said.say(N_("The two entries do not match: try again.")), err=True)


def error_words(error: TapisError, meta: Mapping[str, object]) -> str:
    """Return an error message in the language that `remember` stored in the context's `meta`.

    If none is stored there, the environment sets the language.
    """
    asked = str(meta.get(CHOSEN, ""))
    return error_in(error, words(asked if asked in languages() else language_of(os.environ)))


def error_in(error: TapisError | OSError, said: Words) -> str:
    """Return an error message translated, or unchanged if the catalogue does not contain it.

    The system's message about a file begins with the file's name.
    """
    if isinstance(error, TapisError):
        return error.said(said.say)
    about = f"{error.filename}: " if error.filename else ""
    return f"{about}{error.strerror or error}"


def said_again(text: str, sentences: Iterable[str], said: Words) -> str:
    """Translate a message from a module that has only English messages.

    `sentences` are the module's possible messages, with `{fields}`; any other text is returned
    unchanged.
    """
    for sentence in sentences:
        form = _FIELD.sub(r"(?P<\1>.+)", re.escape(sentence))
        found = re.fullmatch(form, text)
        if found is not None:
            return said.say(sentence, **found.groupdict())
    return text
