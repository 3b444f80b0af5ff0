"""What staff send in forms, as actions of the core's desk; what is no such action is told why."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.contract.errors import TapisError
from controller.contract.venue import desk
from controller.contract.venue.desk import AnyDo
from controller.contract.venue.inputs import PrizesPosted, SmallChipsCounted
from controller.contract.venue.seats import Seat
from display.words.names import N_, Words

MOST: Final = 1_000_000_000

Form = Mapping[str, str]


class BadForm(TapisError):
    """A field of a form holds something else than it should; the text is one of the catalogue."""


NO_NUMBER: Final = N_("A number is missing, or too large.")
TOO_LONG: Final = N_("A text is missing, or too long.")


def number(form: Form, field: str, most: int = MOST) -> int:
    """Return a field's whole number, from 0 to `most`. Raises `BadForm`."""
    word = form.get(field, "").strip()
    if not (word.isascii() and word.isdecimal() and len(word) < 12 and int(word) <= most):
        raise BadForm(NO_NUMBER)
    return int(word)


def text(form: Form, field: str, most: int = 200, *, needed: bool = False) -> str:
    """Return a field's text without blanks around it, "" where it may lack. Raises `BadForm`."""
    word = form.get(field, "").strip()
    if len(word) > most or (needed and not word) or not word.isprintable():
        raise BadForm(TOO_LONG)
    return word


def _seat(form: Form) -> Seat:
    return Seat(number(form, "table", 9999), number(form, "seat", 99))


def _ears(form: Form) -> tuple[int, ...]:
    return _numbers(text(form, "ears"), 99)


def _numbers(words: str, most: int = MOST) -> tuple[int, ...]:
    """Return the whole numbers of a text, with blanks or commas between. Raises `BadForm`."""
    return tuple(number({"n": word}, "n", most) for word in words.replace(",", " ").split())


def enter(form: Form) -> desk.Enter:
    """Return the action that puts somebody on the list. Raises `BadForm`."""
    person = text(form, "person", 80)
    return desk.Enter(
        name=text(form, "name", 80, needed=not person), person=person,
        shown_as=text(form, "shown_as", 40), member_no=text(form, "member_no", 40),
        needs_ear="needs_ear" in form, identified="identified" in form,
    )  # fmt: skip


_SEAT_COMMANDS: Final = {"call-clock", "absent", "back", "kill-hand", "penalty"}


def _tell_table(form: Form) -> desk.TellTable:
    command: Any = text(form, "command", 40, needed=True)
    if command not in {*_SEAT_COMMANDS, "confirm", "undo"}:
        raise BadForm(TOO_LONG)
    data: dict[str, Any] = {}
    if command in _SEAT_COMMANDS:
        data["seat"] = number(form, "seat", 99)
    if command == "penalty":
        data["penalty"] = text(form, "penalty", 10, needed=True)
    return desk.TellTable(number(form, "table", 9999), command, data)


def _prizes(form: Form) -> desk.Decide:
    shares = _numbers(text(form, "shares", needed=True))
    return desk.Decide(PrizesPosted(pool=number(form, "pool"), shares=shares))


def _counted(form: Form) -> desk.Note:
    """Small chips of a table: pieces of each seat, from seat 1, in the order of seats."""
    words = text(form, "pieces", needed=True).replace(",", " ").split()
    held: dict[int, int] = {}
    for word in words:
        seat, _, pieces = word.partition("=")
        held[number({"seat": seat}, "seat", 99)] = number({"pieces": pieces}, "pieces", 9999)
    return desk.Note(SmallChipsCounted(table=number(form, "table", 9999), held=held))


def _remove(form: Form) -> desk.Remove:
    why = "disqualified" if form.get("why") == "disqualified" else "left"
    return desk.Remove(text(form, "player", needed=True), why)  # type: ignore[arg-type]


ACTIONS: Final[dict[str, Callable[[Form], AnyDo]]] = {
    "enter": enter,
    "close-list": lambda _: desk.CloseList(),
    "draw-seats": lambda form: desk.DrawSeats(text(form, "witness")),
    "seat-player": lambda form: desk.SeatPlayer(text(form, "player", needed=True), _seat(form)),
    "start": lambda _: desk.Start(),
    "hold": lambda form: desk.Hold(text(form, "name", 40, needed=True), "clock_runs" in form),
    "release": lambda form: desk.Release(text(form, "name", 40, needed=True)),
    "hand-for-hand": lambda form: desk.SetHandForHand(bool(form.get("on"))),
    "move": lambda form: desk.MovePlayer(text(form, "player", needed=True), _seat(form)),
    "remove": _remove,
    "rebuy": lambda form: desk.Rebuy(text(form, "player", needed=True), number(form, "chips")),
    "open-table": lambda form: desk.OpenTable(
        number(form, "table", 9999), number(form, "seats", 99), _ears(form)
    ),
    "tell-table": _tell_table,
    "prizes": _prizes,
    "counted": _counted,
    "open-tournament": lambda form: desk.OpenTournament(
        text(form, "file", 80, needed=True), text(form, "title", 120)
    ),
    "jump-level": lambda form: desk.JumpLevel(number(form, "index", 999)),
    "forget": lambda form: desk.Forget(text(form, "person", 80, needed=True)),
}
"""Every action that has a form, by its name in the address."""

DONE: Final = {
    "enter": N_("Signed in."),
    "close-list": N_("The list is closed."),
    "draw-seats": N_("Seats are drawn."),
    "seat-player": N_("The player has a seat."),
    "start": N_("The tournament begins."),
    "hold": N_("The room waits."),
    "release": N_("Play goes on."),
    "hand-for-hand": N_("All tables are told."),
    "move": N_("The player is told to move."),
    "remove": N_("The player is out of the tournament."),
    "rebuy": N_("The chips are given."),
    "open-table": N_("The table is open."),
    "tell-table": N_("The table is told."),
    "prizes": N_("The prizes are posted."),
    "counted": N_("The small chips are exchanged."),
    "open-tournament": N_("The tournament is open."),
    "jump-level": N_("The clock is set."),
    "forget": N_("All that named this person is deleted."),
}
"""What is said when it is done."""

PAGES: Final = {
    "enter": "/desk", "close-list": "/desk", "draw-seats": "/desk", "seat-player": "/desk",
    "prizes": "/desk",
    "move": "/moves", "remove": "/moves", "rebuy": "/moves", "forget": "/desk",
}  # fmt: skip
"""Where it goes on; the floor's page for all others."""


def done_text(said: Words, action: str) -> str:
    """Return what is said when an action is done."""
    return said.say(DONE[action])
