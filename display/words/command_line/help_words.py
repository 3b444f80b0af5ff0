"""The commands' help in the requested language, including typer's own messages."""

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from typer import rich_utils

from controller.contract.errors import N_
from display.words.command_line.chosen import language_of
from display.words.locale import languages
from display.words.names import Words, words

OWN: Final = {
    "ARGUMENTS_PANEL_TITLE": N_("Arguments"), "OPTIONS_PANEL_TITLE": N_("Options"),
    "COMMANDS_PANEL_TITLE": N_("Commands"), "DEFAULT_STRING": N_("[default: {}]"),
    "REQUIRED_LONG_STRING": N_("[required]"), "ERRORS_PANEL_TITLE": N_("Error"),
    "ABORTED_TEXT": N_("Aborted."),
    "RICH_HELP": N_("Try [blue]'{command_path} {help_option}'[/] for help."),
}  # fmt: skip
"""Typer's own texts in help pages, by their attribute names."""

SHOW: Final = N_("Show this message and exit.")

TYPES: Final = {
    "<int>": N_("<whole number>"), "<int range>": N_("<whole number>"),
    "<float>": N_("<number>"), "<float range>": N_("<number>"),
    "<str>": N_("<text>"), "<list[str]>": N_("<texts>"),
    "<path>": N_("<file>"), "<list[Path]>": N_("<files>"), "<bool>": "",
}  # fmt: skip
"""The texts for the types of values, by typer's names for these types."""


def help_words(args: Sequence[str]) -> Words:
    """Return the words for a help page, in the language set by `--language` or the environment."""
    asked = [
        *(one.partition("=")[2] for one in args if one.startswith("--language=")),
        *(value for one, value in pairwise(args) if one == "--language"),
    ]
    return words(next((one for one in asked if one in languages()), language_of(os.environ)))


def texts(command: Any) -> Iterator[str]:
    """Yield the help texts of a command, its options, and its subcommands."""
    yield from filter(None, (command.help, *(getattr(one, "help", "") for one in command.params)))
    for inner in getattr(command, "commands", {}).values():
        yield from texts(inner)


def say_help(command: Any, ctx: Any, said: Words) -> None:
    """Replace the help texts of a command and its subcommands with their translations."""
    shown = command.get_help_option(ctx)
    if shown is not None:
        shown.help = said.say(SHOW)
    for one in (command, *command.params):
        if getattr(one, "help", ""):
            one.help = said.say(one.help)
    for one in command.get_params(ctx):
        _say_type(one, ctx, said)
    for inner in getattr(command, "commands", {}).values():
        say_help(inner, ctx, said)
    plain = type(command).get_usage
    command.get_usage = lambda ctx: usage_line(plain(command, ctx), said)
    speak(said)


def usage_line(text: str, said: Words) -> str:
    """Return typer's usage line for a command, translated."""
    text = text.replace("Usage: ", said.say(N_("Usage: ")), 1)
    return text.replace("COMMAND [ARGS]...", said.say(N_("COMMAND [ARGS]...")))


def _say_type(param: Any, ctx: Any, said: Words) -> None:
    """Translate a parameter's type in the help, if the type is in `TYPES`."""
    if (shown := param.display_type_rich(ctx=ctx)) in TYPES:
        called = said.say(TYPES[shown])
        param.display_type_rich = lambda **_: called or None


def speak(said: Words) -> None:
    """Replace the texts that typer itself adds to help pages with their translations."""
    for name, text in OWN.items():
        setattr(rich_utils, name, said.say(text))
