"""The language in which a command speaks: the option's, else the environment's.

What stands in files and in JSON is the same in every language.
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
"""Where the environment names a language; the first that is set counts."""

CHOSEN = "tapis.language"
"""What a command was asked to speak, among the things that its context keeps."""

_FIELD = re.compile(r"\\{(\w+)\\}")


def remember(context: typer.Context, language: str) -> str:
    """Keep the language that was asked for: what goes wrong with the command is said in it too."""
    context.meta[CHOSEN] = language
    return language


def _language(about: str) -> Any:
    return typer.Option(
        "--language", help=about, metavar="|".join(languages()), show_default=False,
        callback=remember,
    )  # fmt: skip


LanguageOption = Annotated[
    str, _language("The language of questions and answers; else the environment's.")
]

TableLanguage = Annotated[
    str, _language("The language; without it the table's own, as its screen.")
]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for; English where there are no texts in it."""
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = asked.lower().partition(".")[0].partition("_")[0]
    return language if language in languages() else ENGLISH


def words_for(option: str, *, as_json: bool = False) -> Words:
    """Return the words that a command speaks in. Raises `NoTexts`.

    What is for machines does not follow the environment: it is English unless the option says else.
    What goes wrong with the command afterwards is said in them too (`error_words`).
    """
    return words(option or (ENGLISH if as_json else language_of(os.environ)))


def asked_twice(question: str, said: Words) -> str:
    """Ask at the terminal for what nobody is to read there, twice; give what was the same."""
    once, again = (
        said.say(N_("{question}: "), question=one) for one in (question, said.say(N_("Once more")))
    )
    while True:
        first: str = typer.prompt(once, hide_input=True, prompt_suffix="")
        if first == typer.prompt(again, hide_input=True, prompt_suffix=""):
            return first
        typer.echo(said.say(N_("These two differ: try again.")), err=True)


def error_words(error: TapisError, meta: Mapping[str, object]) -> str:
    """Return what is wrong in the language of a command, as the `meta` of its context has it."""
    asked = str(meta.get(CHOSEN, ""))
    return error_in(error, words(asked if asked in languages() else language_of(os.environ)))


def error_in(error: TapisError, said: Words) -> str:
    """Return what is wrong in a language, where its sentence is marked; else as it is."""
    return error.said(said.say)


def said_again(text: str, sentences: Iterable[str], said: Words) -> str:
    """Return in another language what a room that speaks English alone has said.

    `sentences` are what it can say, with `{fields}`; a text that is none of them stays as it is.
    """
    for sentence in sentences:
        form = _FIELD.sub(r"(?P<\1>.+)", re.escape(sentence))
        found = re.fullmatch(form, text)
        if found is not None:
            return said.say(sentence, **found.groupdict())
    return text
