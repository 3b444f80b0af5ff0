"""Signing in many players at once: review and correct a pasted list or a CSV file."""

from typing import Any, Final, cast

from msgspec.structs import replace
from starlette.responses import Response

from controller.contract.venue import desk
from display.web.answers import Told, back_with, why
from display.web.evening.pasted_players import MOST_LETTERS, MOST_LINES, Row, rows_of
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Visit
from display.web.typed import MAIL, MARK, NAME, form_of, form_with_file, typed
from display.words.names import N_

NOTHING: Final = N_("This list contains no players.")
TOO_LONG: Final = N_(
    "This list is too long: only its first {n} players are shown. Paste the others afterwards."
)
SHOWN: Final[dict[str, str]] = {
    "number": N_("By number"),
    "first": N_("By first name and initial"),
    "name": N_("By name"),
}
"""The ways to display players' names; one way is chosen for all new players on a list."""

CHECKS: Final = ("identified", "of_age", "receipt")


class Line(Row, frozen=True):
    """A player on a pasted list, as shown for review.

    `person` is the id of the player if the club knows them, else "". `note` is a remark to show.
    `wanted` means that the player should be signed in.
    """

    person: str = ""
    note: str = ""
    wanted: bool = True


async def preview(request: Visit) -> Response:
    """Show how a pasted list was understood, before any player is signed in."""
    said = request.said
    form, content = await form_with_file(request, "file", 4 * MOST_LETTERS)
    text = f"{form.get('list', '')}\n{decoded(content)}".strip("\n")
    rows = rows_of(text, MOST_LINES + 1)
    if not rows:
        return back_with(request, "/evening#players", Told(False, said.say(NOTHING)))
    try:
        lines = await _known(request, rows[:MOST_LINES])
    except (Refused, CoreAway) as error:
        return back_with(request, "/evening", Told(False, why(error, said), error.reason))
    cut = len(rows) > MOST_LINES or len(text) > MOST_LETTERS
    return _shown(request, lines, wrong=said.say(TOO_LONG, n=len(lines)) if cut else "")


def decoded(content: bytes) -> str:
    """Return a file's text, decoded as UTF-8 or, if that fails, as Windows-1252.

    Spreadsheet programs on Windows may write Windows-1252.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _shown(
    request: Visit, lines: list[Line], chosen: dict[str, str] | None = None, wrong: str = ""
) -> Response:
    return request.page(
        "evening/players.html", 409 if wrong else 200, lines=lines, problem=wrong,
        chosen=chosen or {}, shown=SHOWN, asks=request.site.room.evening.asks,
    )  # fmt: skip


async def _known(request: Visit, rows: list[Row]) -> list[Line]:
    """Return a line for each row; a note says if the player is known, already listed, or repeated.

    By default, a player already on the list or repeated in `rows` is not signed in.
    """
    said = request.said
    entrants = (await request.ask(desk.AskEntrants(), desk.Entrants)).entrants
    here = {one.player for one in entrants if one.standing != "out"}
    found: list[Line] = []
    seen: set[tuple[str, str]] = set()
    for row in rows:
        person = await _person(request, row)
        line = Line(row.name, row.number, row.mail)
        if person is not None:
            name, number = row.name or person.name, row.number or person.member_no
            note = said.say(N_("Known: {name}"), name=person.name or person.shown_as)
            line = replace(line, name=name, number=number, person=person.person, note=note)
        if line.person in here:
            line = replace(line, note=said.say(N_("Already on the list")), wanted=False)
        elif (key := (line.name.casefold(), line.number.casefold())) in seen:
            line = replace(line, note=said.say(N_("Listed twice")), wanted=False)
        else:
            seen.add(key)
        found.append(line)
    return found


async def _person(request: Visit, row: Row) -> desk.Person | None:
    """Return the person whom the club knows by a row's member number or, failing that, by its name.

    The match must be exact, ignoring case. Return None if there is none.
    """
    for word in filter(None, (row.number, row.name)):
        asked = desk.AskPersons(word[:NAME], 50)
        for one in (await request.ask(asked, desk.Persons)).persons:
            same = one.member_no if word is row.number else one.name
            if same.casefold() == word.casefold():
                return one
    return None


async def enter(request: Visit) -> Response:
    """Sign in the players who are ticked in the reviewed list.

    A player who can't be signed in stays on the page, with the reason.
    """
    said, core = request.said, request.site.line
    session, source = request.visitor.session, request.state.source
    form = await form_of(request, MOST_LINES * 6)
    left, done, seq = [], 0, 0
    for at, line in _lines(form):
        if not line.wanted:
            continue
        try:
            once = f"{typed(form, 'once', MARK)}-{at}" if form.get("once") else ""
            seq = (await core.do(_entering(line, form), session, source, once)).seq
            done += 1
        except (Refused, CoreAway) as error:
            left.append(replace(line, note=why(error, said)))
    await request.site.caught_up(seq)
    told = said.count("{n} player is signed in.", "{n} players are signed in.", done)
    if left:
        return _shown(request, left, form, told)
    return back_with(request, "/evening", Told(True, told))


def _lines(form: dict[str, str]) -> list[tuple[int, Line]]:
    found = []
    for at in range(MOST_LINES):
        if f"name.{at}" not in form:
            break
        texts = {word: form.get(f"{word}.{at}", "").strip() for word in ("name", "number", "mail")}
        line = Line(
            texts["name"][:NAME], texts["number"][:MARK], texts["mail"][:MAIL],
            typed(form, f"person.{at}", MARK), wanted=f"in.{at}" in form,
        )  # fmt: skip
        found.append((at, line))
    return found


def _entering(line: Line, form: dict[str, str]) -> desk.Enter:
    """Return the action that signs in the player on this line.

    Each box ticked on the form, such as the one for legal age, applies to every player.
    """
    checked = {word: word in form for word in CHECKS}
    shown = _shown_as(line.name, form.get("shown", "")) if not line.person else ""
    return desk.Enter(
        name="" if line.person else line.name, person=line.person, shown_as=shown,
        member_no=line.number, mail=line.mail, if_unknown=not line.person,
        **cast("dict[str, Any]", checked),
    )  # fmt: skip


def _shown_as(name: str, how: str) -> str:
    """Return a player's display name, or "" to display a number instead of a name.

    `how` is a key of `SHOWN`.

    >>> _shown_as("Anne Martin", "first")
    'Anne M.'
    """
    if how == "name":
        return name[:MARK]
    first, _, last = name.partition(" ")
    if how != "first":
        return ""
    return f"{first} {last[:1]}." if last else first[:MARK]
