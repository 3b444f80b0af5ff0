"""Turns the floor's commands into forms, with the names and wording of the table's screen."""

from collections.abc import Mapping
from typing import Any, Final, get_origin

import msgspec
from msgspec.structs import FieldInfo

from controller.contract.public import PublicState
from controller.contract.readings.step_notation import step_written
from controller.contract.rules import Entry
from display.felt.console import floor_panel
from display.felt.console.commands import CHOICES
from display.orders import Order, fields_of, is_needed, label, order_from, word_of
from display.web.staff.forms import Kind
from display.web.staff.pages_actions import Control
from display.words.names import N_, Words
from display.words.venue.evening import ENTRIES

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("The hand"): (
        "start-hand", "pause", "resume", "undo", "confirm", "waive", "rule", "misdeal",
        "kill-hand", "call-clock", "penalty",
    ),
    N_("Players"): ("sit-down", "stand-up", "absent", "back", "rebuy", "set-stack", "entry"),
    N_("Level and button"): ("set-level", "level-clock", "set-button", "bomb-pot", "kill-pot"),
    N_("Stream"): ("stream",),
}  # fmt: skip
"""The floor's commands that the page offers, by heading, in page order."""

TITLES: Final = {
    **CHOICES, **floor_panel.NAMES, "absent": N_("Absent"), "undo": N_("Undo the last action"),
    "set-level": N_("Blinds and antes"), "level-clock": N_("Time left, and the next level"),
    "call-clock": N_("Call the clock on a player"), "bomb-pot": N_("Bomb pot"),
    "kill-pot": N_("Kill pot"), "entry": N_("How new players come in"),
    "stream": N_("Hole cards for a stream"),
}  # fmt: skip

LABELS: Final = {
    "seat": N_("Seat"), "name": N_("Name"), "stack": N_("Stack"), "amount": N_("Chips"),
    "small_blind": N_("Small blind"), "big_blind": N_("Big blind"), "ante": N_("Ante"),
    "big_blind_ante": N_("Big-blind ante"), "number": N_("Level"),
    "seconds": N_("Seconds"),
    "break_seconds": N_("Break after the current level, in seconds"), "reason": N_("Reason"),
    "penalty": N_("Penalty"), "steps": N_("Steps to take"),
    "boards": N_("Boards"), "by": N_("Player who posts the kill"),
    "entry": N_("How new players come in"),
    "delay": N_("Delay in seconds (default: the house's delay)"),
}  # fmt: skip
"""The labels of input fields; any other field is labelled with its name in typed commands."""

_OWN_LABELS: Final[Mapping[tuple[str, str], str]] = {
    ("level-clock", "seconds"): N_("Time left in the current level, in seconds (0: no end)"),
    ("level-clock", "small_blind"): N_("Small blind of the next level"),
    ("level-clock", "big_blind"): N_("Big blind of the next level"),
    ("level-clock", "ante"): N_("Ante of the next level"),
    ("level-clock", "big_blind_ante"): N_("Big-blind ante of the next level"),
    ("level-clock", "number"): N_("Number of the next level"),
    ("bomb-pot", "called_off"): N_("Cancel the bomb pot"),
    ("kill-pot", "called_off"): N_("Cancel the kill pot"),
    ("stream", "called_off"): N_("End the stream"),
    ("set-button", "small_blind"): N_("Empty seat with a dead small blind (0: none)"),
}
"""The labels of fields that have a different meaning in one command, by (command, field)."""


OF_THE_GAME: Final = frozenset({"game", "structure", "blinds"})


class Form(msgspec.Struct, frozen=True):
    """A form for entering a command: the command's name and title, and its input fields."""

    name: str
    title: str
    controls: tuple[Control, ...]

    @property
    def sure(self) -> bool:
        """Whether the command needs confirmation."""
        return self.name in floor_panel.DANGEROUS


def title_of(name: str, said: Words) -> str:
    """Return a command's title or, if it has none, the word that people type for the command."""
    return said.say(TITLES[name]) if name in TITLES else word_of(name, said)


def form_of(
    name: str, state: PublicState, said: Words, values: Mapping[str, str] | None = None
) -> Form:
    """Return the form for a command in the table's current state, filled with the given values."""
    filled = values or {}
    controls = tuple(_control(field, name, state, said, filled) for field in _asked(name))
    return Form(name, title_of(name, said), controls)


def _asked(name: str) -> list[FieldInfo]:
    """Return the fields of a command's form.

    The fields that say which game is played are left out: they can be set only in a typed command.
    """
    return [field for field in fields_of(name) if field.name not in OF_THE_GAME]


def _control(
    field: FieldInfo, command: str, state: PublicState, said: Words, values: Mapping[str, str]
) -> Control:
    called = _label_of(command, field.name, said)
    offers = _offers(field, command, state, said)
    kind = {int: Kind.NUMBER, bool: Kind.TICK}.get(field.type, Kind.TEXT)
    if field.name == "steps":
        kind = Kind.PLAYERS
    elif offers is not None:
        kind = Kind.CHOICE
        offers = offers if is_needed(field) else [("", "–"), *offers]
    elif get_origin(field.type) is tuple:
        kind = Kind.WORDS
    return Control(field.name, kind, called, is_needed(field), offers, values)


def _offers(
    field: FieldInfo, command: str, state: PublicState, said: Words
) -> list[tuple[str, str]] | None:
    match field.name:
        case "entry":
            return [(one, said.of(ENTRIES, one)) for one in Entry]
        case "seat" | "by":
            empty = {"sit-down": True, "set-button": None}.get(command, False)
            return [
                (str(one.seat), f"{one.seat} · {said.seat(state, one.seat)}")
                for one in state.seats if empty is None or (one.status == "empty") is empty
            ]  # fmt: skip
        case "penalty":
            return [(one, said.penalty(one)) for one in floor_panel.PENALTIES]
        case "steps":
            steps = floor_panel.offered_steps(state)
            return [(step_written(one), floor_panel.step_text(one, state, said)) for one in steps]
    return None


def order_of(name: str, sent: Mapping[str, str], said: Words) -> Order:
    """Return the command entered in a completed form.

    Raises `Unclear` if the form can't be understood.
    """
    words = [name]
    for field in _asked(name):
        if field.name == "steps":
            before = f"{field.name}."
            chosen = [key.removeprefix(before) for key in sent if key.startswith(before)]
            words += [f"{field.name}={' '.join(chosen)}"] if chosen else []
        elif field.type is bool:
            words += [label(field.name, said)] if sent.get(field.name) else []
        elif text := sent.get(field.name, "").strip()[:200]:
            words.append(f"{field.name}={text}")
    return order_from(words, said)


def hand_runs(state: PublicState) -> bool:
    """Return whether a hand is in progress."""
    return state.phase not in ("idle", "over")


def fits(name: str, state: PublicState) -> bool:
    """Return whether a command is possible in the table's current state."""
    runs = hand_runs(state)
    match name:
        case "confirm" | "waive" | "rule":
            return bool(state.rulings)
        case "misdeal" | "kill-hand" | "call-clock":
            return runs
        case "start-hand":
            return not runs
        case "resume":
            return state.paused or bool(state.holds)
        case "pause":
            return not state.paused
        case "absent" | "back":
            away = name == "back"
            return any(one.status != "empty" and one.absent is away for one in state.seats)
        case _:
            return True


def known(name: str) -> bool:
    """Return whether the page offers a command with this name."""
    return any(name in names for names in GROUPS.values())


def told_of(order: Order, state: PublicState, said: Words) -> dict[str, Any]:
    """Return the label and value of each of a command's fields, for a confirmation dialogue."""
    lines = {}
    for name, value in order.data.items():
        text = said.seat(state, value) if name == "seat" else str(value)
        lines[_label_of(order.name, name, said)] = text
    return lines


def _label_of(command: str, field: str, said: Words) -> str:
    text = _OWN_LABELS.get((command, field)) or LABELS.get(field)
    return said.say(text) if text is not None else field
