"""Limits on commands, checked before a new command reaches the table.

The engine itself sets no such limits: it must accept whatever a journal contains.
"""

import re
from typing import Any, Final

import msgspec

from controller.contract.commands import Act, Command, Rebuy, Rule, SetStack
from controller.contract.limits import DEEPEST, LONGEST_TEXT, MOST_CHIPS, MOST_STEPS
from controller.table.state import Table

_LONG_NUMBER: Final = re.compile(r"\d{4}")


def beyond(command: Command, table: Table) -> str:
    """Return the id of the reason why a command is refused, or "" if it exceeds no limit."""
    for name, value in msgspec.structs.asdict(command).items():
        why = "" if name == "seat" else _beyond(value)
        if why:
            return why
    if isinstance(command, Rule) and any(map(_LONG_NUMBER.search, command.steps)):
        return "unknown-step"
    if isinstance(command, Act) and command.target.isdigit() and not command.target.isdecimal():
        return "no-such-seat"  # a digit such as ², which int() rejects
    if isinstance(command, Rebuy | SetStack) and 1 <= command.seat < len(table.seats):
        seat = table.seats[command.seat]
        stack = command.stack if isinstance(command, SetStack) else seat.stack + command.amount
        if stack + seat.rebuy > MOST_CHIPS:
            return "bad-amount"
    return ""


def too_deep(data: Any, left: int = DEEPEST) -> bool:
    """Return whether decoded data is nested more than `left` levels deep."""
    if not isinstance(data, dict | list):
        return False
    inside = data.values() if isinstance(data, dict) else data
    return not left or any(too_deep(one, left - 1) for one in inside)


def _beyond(value: object) -> str:
    match value:
        case int():
            return "bad-amount" if abs(value) > MOST_CHIPS else ""
        case str():
            return "too-long" if len(value) > LONGEST_TEXT else ""
        case tuple():
            if len(value) > MOST_STEPS:
                return "too-long"
            return next(filter(None, map(_beyond, value)), "")
        case msgspec.Struct():
            return next(filter(None, map(_beyond, msgspec.structs.astuple(value))), "")
        case _:
            return ""
