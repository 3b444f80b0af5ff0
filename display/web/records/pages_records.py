"""Record pages: incidents with a picture of the table, and the room's log."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import msgspec
from starlette.responses import Response

from controller.contract.public import PublicState
from controller.contract.venue import desk
from controller.contract.venue.book import Noted
from display.newer_state import state_understood
from display.web.answers import AWAY_NOW, Problem, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.pictures.charts import bars
from display.web.pictures.felt import felt
from display.web.site import Visit
from display.web.staff.actions import ACTIONS, offered
from display.web.staff.offers import offering
from display.web.typed import number_in
from display.words.names import N_, Words
from display.words.sentences import event_text, rule, seats_named
from display.words.venue.evening import REPORTS, incident_name, refusal

ROWS = 50
FOLDED = 3
"""The minimum number of consecutive plain rows of the log that are collapsed into one line."""

PLAIN = frozenset({"hand-reported", "table-held", "street-ended"})
CONDUCT = ("conduct-noted", "appeal-made", "appeal-decided", "player-readmitted")

_TAGS = {
    "table-opened": "open-table", "player-entered": "enter", "seats-drawn": "draw-seats",
    "player-seated": "seat-player", "play-started": "start", "room-held": "hold",
    "room-released": "release", "player-moved": "move", "player-removed": "remove",
    "chips-bought": "rebuy", "level-jumped": "jump-level", "bought-in": "buy-in",
    "bags-brought": "bring-bags",
    "cashed-out": "cash-out", "envelope-drawn": "draw-envelope",
    "clock-moved": "move-clock", "clock-undone": "undo-clock",
}  # fmt: skip
"""The names of staff actions by their tag in the log, if the two differ."""


class RowLine(msgspec.Struct, frozen=True):
    """A row of the room's log, in words.

    `n` is its number. `whole` is the complete row as JSON. A `plain` row is a table's
    report that had no consequences for the room. `about` is the number of the row that this row
    undoes, and `undone` the number of the row that undoes this one; each is 0 for none.
    """

    n: int
    when: str
    actor: str
    said: str
    refused: str
    events: tuple[dict[str, Any], ...]
    orders: tuple[dict[str, Any], ...]
    whole: str
    plain: bool = False
    about: int = 0
    undone: int = 0


def moment(wall: int, said: Words) -> str:
    """Return a time (ms since 1970) as text in this machine's time zone.

    Return "" if `wall` is 0, or too large to be a date.
    """
    try:
        return said.moment(datetime.fromtimestamp(wall / 1000, UTC).astimezone()) if wall else ""
    except (OverflowError, OSError, ValueError):
        return ""


async def incidents(request: Visit) -> Response:
    """Show the incidents."""
    said, found, wrong = request.said, desk.Incidents(()), ""
    try:
        found = await request.ask(desk.AskIncidents(), desk.Incidents)
    except (Refused, CoreAway) as error:
        wrong = why(error, said, AWAY_NOW)
    rows = [
        {
            "incident": one.incident, "when": moment(one.wall, said), "table": one.table,
            "what": incident_name(one.kind, said), "article": one.article, "player": one.shown_as,
        }
        for one in found.incidents
    ]  # fmt: skip
    kinds = Counter(str(row["what"]) for row in rows)
    chart = bars(kinds, said.say(N_("Irregularities by kind")), said)
    noted, more = await _noted(request), offered(CONDUCT, request.visitor)
    return request.page(
        "records/incidents.html", 503 if wrong else 200, rows=rows, problem=wrong, noted=noted,
        more=more, chart=chart,
    )  # fmt: skip


async def _noted(request: Visit) -> list[dict[str, Any]]:
    """Return the notes about players' conduct in words, newest first."""
    here = await offering(request, ACTIONS["appeal-made"])
    may = {one.name for one in offered(CONDUCT, request.visitor)}
    return [
        {
            "incident": one.incident, "what": here.noted(one), "state": _stands(one, here.said),
            "may_appeal": "appeal-made" in may and one.stands and one.sanction != "out",
            "may_decide": "appeal-decided" in may and one.stands and bool(one.appeals),
        }
        for one in reversed(here.book.noted)
    ]  # fmt: skip


def _stands(one: Noted, said: Words) -> str:
    if not one.stands:
        return said.say(N_("Penalty lifted"))
    return said.say(N_("Under appeal")) if one.appeals else ""


async def incident(request: Visit) -> Response:
    """Show one incident, with a picture of the table at the time."""
    said = request.said
    try:
        asked = desk.AskIncident(request.path_params["incident"])
        page = await request.ask(asked, desk.IncidentPage)
    except Refused:
        raise Problem(404, N_("There is no such incident.")) from None
    except CoreAway:
        raise Problem(503, AWAY_NOW) from None
    one, state = page.incident, picture_of(page.state)
    house = state.house if state is not None else ""
    return request.page(
        "records/incident.html", incident=one, what=incident_name(one.kind, said),
        when=moment(one.wall, said), article=rule(one.article, house, said),
        picture=felt(state, said) if state is not None else "",
        tall=felt(state, said, tall=True) if state is not None else "",
        sentence=event_in_words(str(page.event.get("type", "")), page.event, state, said),
    )  # fmt: skip


def picture_of(state: dict[str, Any] | None) -> PublicState | None:
    """Return a stored state, or None if this version can't read it."""
    if state is None:
        return None
    try:
        return msgspec.convert(state, PublicState)
    except msgspec.ValidationError:
        return state_understood(msgspec.json.encode(state))


def event_in_words(
    name: str, data: Mapping[str, Any], state: PublicState | None, said: Words
) -> str:
    """Return an event as a sentence, or "" if it has none or can't be understood."""
    try:
        return event_text(name, data, state or seats_named({}), said)
    except (KeyError, TypeError, ValueError):
        return ""


async def log(request: Visit) -> Response:
    """Show rows of the log, newest first."""
    said, page, wrong = request.said, desk.LogPage((), 0), ""
    after = number_in(request.query_params.get("after", ""), None)
    try:
        page = await request.ask(desk.AskLog(after, ROWS), desk.LogPage)
    except (Refused, CoreAway) as error:
        wrong = why(error, said, AWAY_NOW)
    undone = {int(row.said.get("deed", 0)): row.n for row in page.rows if not row.refused}
    lines = [_row(row, said) for row in reversed(page.rows)]
    rows = folded([msgspec.structs.replace(row, undone=undone.get(row.n, 0)) for row in lines])
    return request.page(
        "records/log.html", 503 if wrong else 200, rows=rows, total=page.total, problem=wrong,
        earlier=max(0, page.rows[0].n - 1 - ROWS) if page.rows and page.rows[0].n > 1 else None,
        later=page.rows[-1].n if after is not None and len(page.rows) == ROWS else None,
    )  # fmt: skip


def folded(rows: list[RowLine]) -> list[list[RowLine]]:
    """Group log rows for a page.

    `FOLDED` or more consecutive plain rows (reports without consequences) form one group. Every
    other row is a group of its own.
    """
    groups: list[list[RowLine]] = []
    for plain, run in groupby(rows, lambda row: row.plain):
        found = list(run)
        groups += [found] if plain and len(found) >= FOLDED else [[row] for row in found]
    return groups


def _by(actor: str, said: Words) -> str:
    """Return who caused a log row: a member of staff by name, a table, or the room's clock."""
    table = actor.removeprefix("table ")
    if table != actor and table.isdecimal():
        return said.say(N_("table {table}"), table=table)
    return said.say(N_("Room clock")) if actor == "clock" else actor


def _said(tag: str, said: Words) -> str:
    tag = _TAGS.get(tag, tag)
    return said.say(ACTIONS[tag].title) if tag in ACTIONS else said.of(REPORTS, tag)


def _row(row: desk.LogRow, said: Words) -> RowLine:
    whole = msgspec.json.format(msgspec.json.encode(row), indent=2).decode()
    return RowLine(
        row.n, moment(row.wall, said), _by(row.actor, said),
        _said(str(row.said.get("type", "")), said),
        refusal(row.refused, row.refused, said),
        row.events, row.orders, whole,
        str(row.said.get("type", "")) in PLAIN and not (row.refused or row.events),
        int(row.said.get("deed", 0)),
    )  # fmt: skip
