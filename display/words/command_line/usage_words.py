"""Typer's messages about incorrect usage, in the requested language."""

import re
from collections.abc import Sequence
from typing import Any, Final

from controller.contract.errors import N_
from display.words.command_line.chosen import said_again
from display.words.command_line.help_words import help_words, speak, usage_line
from display.words.names import Words

SENTENCES: Final = (
    N_("Missing argument {name}."), N_("Missing option {name}."), N_("Missing command."),
    N_("No such command {name}. Did you mean {near}?"), N_("No such command {name}."),
    N_("No such option: {name}. Did you mean {near}?"),
    N_("No such option: {name}"), N_("Got unexpected extra argument(s) ({words})"),
    N_("Option {name} requires an argument."), N_("Option {name} does not take a value."),
)  # fmt: skip
"""Typer's messages, the more specific ones first."""

BAD_VALUE: Final = N_("Invalid value for {name}: {why}")

REASONS: Final = (
    N_("Input should be a valid integer, unable to parse string as an integer"),
    N_("Input should be a valid number, unable to parse string as a number"),
    N_("Input should be greater than or equal to {least}"),
    N_("Input should be less than or equal to {most}"), N_("Input should be {some} or {last}"),
    N_("Value error, {value} is not one of {choices}."),
)  # fmt: skip
"""Pydantic's messages about a value, used by typer."""

_NEAR: Final = re.compile(r" \(Possible options: (.+)\)$")
_BAD_VALUE: Final = re.compile(r"Invalid value for (?P<name>.+?): (?P<why>.+)")


def usage_said(text: str, said: Words) -> str:
    """Return typer's usage message translated, or unchanged if it is unknown."""
    value = _BAD_VALUE.fullmatch(text)
    if value is None:
        return said_again(_NEAR.sub(r". Did you mean \1?", text), SENTENCES, said)
    return said.say(BAD_VALUE, name=value["name"], why=said_again(value["why"], REASONS, said))


def say_usage(error: Any, args: Sequence[str]) -> None:
    """Make typer report incorrect usage in the language requested on the command line."""
    said = help_words(args)
    speak(said)
    told = usage_said(error.format_message(), said)
    error.format_message = lambda: told
    if context := getattr(error, "ctx", None):
        usage = usage_line(context.get_usage(), said)
        context.get_usage = lambda: usage
