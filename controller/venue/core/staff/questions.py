"""Answers to desk requests for non-public data; `desk_socket.py` has already checked the rights."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, RowMapping, select

from controller.contract.venue import desk as d
from controller.contract.venue.figures import AskFigures
from controller.contract.venue.floor.members import AskAttendance, AskNewcomers, AskSheet
from controller.contract.venue.league import AskLeague, AskPublished
from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope
from controller.contract.venue.prizes.money import AskBank, AskDeal
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import AskBags
from controller.contract.venue.tournament_formats.satellites import AskTickets
from controller.venue.core.refusals import evening_of, needed
from controller.venue.core.screens.event_views import bags_of, tickets_of
from controller.venue.core.screens.waiting_view import moves_on
from controller.venue.core.staff import league, members
from controller.venue.core.staff.bank import bank_of, deal_of
from controller.venue.core.staff.book import book_of, tournaments
from controller.venue.core.staff.bounties import bounties_of, envelope_of
from controller.venue.core.staff.figures import figures_of
from controller.venue.core.staff.own_requests import notices_of, owner_of
from controller.venue.core.take_input import Core
from controller.venue.rules.books.room import Offer, Player
from controller.venue.rules.prizes.league_points import scored
from controller.venue.store import draws, log, tables, tickets
from controller.venue.store.persons import attendance, people
from controller.venue.store.persons.people import Person
from controller.venue.store.schema import log as log_table

MOST_ROWS = 500


def answer(core: Core, connection: Connection, ask: d.AnyAsk) -> Any:
    """Answer a request. Raises `No` if that is not possible."""
    return needed(ANSWERS.get(type(ask)), "not-now")(core, connection, ask)


def _me(core: Core, connection: Connection, link: str) -> d.PlayerPage:
    who = owner_of(connection, link)
    evening = core.evening
    one = core.room.players.get(who.id)
    coming = attendance.coming_for(connection, who.id, members.day_of(core.time.wall()))
    won = tuple(ticket.target for ticket in tickets.every(connection, who.id) if not ticket.used_in)
    if evening is None or one is None:
        return d.PlayerPage(
            "", "", who.id, who.shown_as, "", coming=coming, tickets=won,
            notices=notices_of(core, who),
        )  # fmt: skip
    day = core.room.day
    bag = day.bags.get(who.id) or (None if core.room.started else day.brought.get(who.id))
    first, last = one.place or (0, 0)
    to = next((move.target for move in core.room.moves if move.player == who.id), None)
    session = core.room.cash.sessions.get(who.id)
    to = session.to if to is None and session is not None else to
    offer = core.room.offer or Offer({})
    score = scored(evening.rules, evening.room).get(who.id) if evening.room.ended else None
    return d.PlayerPage(
        evening.id, evening.title, who.id, who.shown_as, one.standing, one.seat, to, one.stack,
        first, last, score, len(core.room.left), coming,
        *_waits(core, who.id), *moves_on(core.room, who.id),
        core.room.heads.on.get(who.id, 0), core.room.heads.won.get(who.id, 0),
        offer.shares.get(who.id), offer.left, who.id in offer.agreed,
        bag.chips if bag else 0, bag.seal if bag else "", won, notices_of(core, who),
    )  # fmt: skip


def _waits(core: Core, player: str) -> tuple[int, Seat | None, int, bool]:
    """Return a player's state on the waiting list, as four values.

    They are the position (from 1; 0 if not on the list), the seat reserved for the player or None,
    the wall time (ms) at which that reservation expires (0 if it does not), and whether the player
    has said that they are coming.
    """
    for place, one in enumerate(core.room.cash.waiting, 1):
        if one.player == player:
            until = core.time.wall() + one.until - core.time.now() if one.until else 0
            return place, one.seat, until, one.comes
    return 0, None, 0, False


def _entrants(core: Core) -> d.Entrants:
    evening = evening_of(core)
    listed = (_entrant(core, one) for one in core.room.players.values())
    return d.Entrants(evening.id, tuple(sorted(listed, key=lambda one: one.name.casefold())))


def _entrant(core: Core, one: Player) -> d.Entrant:
    who = core.people.get(one.id) or Person(one.id, shown_as=one.id)
    first, last = one.place or (0, 0)
    return d.Entrant(
        one.id, who.name, who.shown_as, who.member_no, who.link, one.standing, one.seat, one.stack,
        first, last, next((move.target for move in core.room.moves if move.player == one.id), None),
    )  # fmt: skip


def _persons(connection: Connection, ask: d.AskPersons) -> d.Persons:
    found = people.looked_for(connection, ask.begins, min(ask.limit, MOST_ROWS))
    lines = (d.Person(one.id, one.name, one.shown_as, one.member_no) for one in found)
    return d.Persons(tuple(lines))


def _log(connection: Connection, after: int | None, limit: int) -> d.LogPage:
    total, limit = log.count(connection), min(limit, MOST_ROWS)
    wanted = select(log_table).order_by(log_table.c.n.desc()).limit(limit)
    if after is not None:
        wanted = select(log_table).where(log_table.c.n > after).order_by(log_table.c.n).limit(limit)
    rows = [_log_row(row) for row in connection.execute(wanted).mappings()]
    return d.LogPage(tuple(sorted(rows, key=lambda row: row.n)), total)


def _log_row(row: RowMapping) -> d.LogRow:
    read = msgspec.json.decode
    return d.LogRow(
        row["n"], row["wall"], row["actor"], read(row["said"]), tuple(read(row["events"])),
        tuple(read(row["orders"])), row["refused"], row["hash"].hex(),
    )  # fmt: skip


def _incidents(core: Core, connection: Connection, ask: d.AskIncidents) -> d.Incidents:
    rows = tables.incidents(connection, ask.table, min(ask.limit, MOST_ROWS))
    return d.Incidents(tuple(_incident(core, row) for row in rows))


def _incident(core: Core, row: RowMapping) -> d.Incident:
    player = row["player"]
    return d.Incident(
        row["id"], row["room_table"], row["epoch"], row["seq"], row["wall"], row["hand"],
        row["kind"], row["article"], row["seat"], player, core.shown_as(player) if player else "",
    )  # fmt: skip


def _one_incident(core: Core, connection: Connection, number: int) -> d.IncidentPage:
    row = needed(tables.one_incident(connection, number), "no-such-incident")
    state = msgspec.json.decode(row["state"]) if row["state"] else None
    known = tables.with_names(state, core.shown_as) if state is not None else None
    return d.IncidentPage(_incident(core, row), msgspec.json.decode(row["event"]), known)


def _results(core: Core, connection: Connection, name: str) -> d.Results:
    evening = core.evening
    row, found = members.results_of(core, connection, name)
    ended = row["ended"] is not None or bool(
        evening is not None and evening.id == row["id"] and evening.room.ended
    )
    rules = evening.rules.results if evening is not None else None
    ranked = league.season(connection, rules, row, league.season_of(row)).standings()
    apart = rules is not None and rules.per_venue.value
    lines = tuple(d.Result(one[0], core.shown_as(one[0]), *one[1:]) for one in found)
    season = tuple(
        d.Result(one.player, core.shown_as(one.player), one.first, one.last, one.points)
        for one in ranked
    )
    return d.Results(
        row["id"], row["title"], ended, lines, season, row["bar"] if apart else ""
    )  # fmt: skip


def _draw(core: Core, connection: Connection) -> Any:
    found = draws.published(connection, core.evening.id) if core.evening is not None else None
    return needed(found, "not-drawn", "the seats have not been drawn yet")


Answer = Callable[[Core, Connection, Any], Any]
ANSWERS: Final[dict[type[d.AnyAsk], Answer]] = {
    d.AskMe: lambda core, connection, ask: _me(core, connection, ask.link),
    d.AskEntrants: lambda core, _connection, _ask: _entrants(core),
    d.AskPersons: lambda _core, connection, ask: _persons(connection, ask),
    d.AskLog: lambda _core, connection, ask: _log(connection, ask.after, ask.limit),
    d.AskIncidents: _incidents,
    d.AskIncident: lambda core, connection, ask: _one_incident(core, connection, ask.incident),
    d.AskResults: lambda core, connection, ask: _results(core, connection, ask.tournament),
    d.AskDraw: lambda core, connection, _ask: _draw(core, connection),
    d.AskTournaments: lambda _core, _connection, _ask: tournaments(),
    d.AskBook: lambda core, _connection, _ask: book_of(
        evening_of(core), core.time.now(), core.time.wall()
    ),
    AskAttendance: lambda core, connection, _ask: members.expected(core, connection),
    AskNewcomers: lambda core, _connection, _ask: members.newcomers(core),
    AskSheet: lambda core, connection, ask: members.sheet(core, connection, ask.tournament),
    AskBank: lambda core, _connection, _ask: bank_of(core),
    AskDeal: lambda core, _connection, ask: deal_of(core, ask.left),
    AskFigures: lambda core, connection, _ask: figures_of(core, connection),
    AskBounties: lambda core, connection, _ask: bounties_of(core, connection),
    AskEnvelope: lambda core, connection, ask: envelope_of(core, connection, ask.player),
    AskBags: lambda core, connection, _ask: bags_of(core, connection),
    AskTickets: lambda core, connection, _ask: tickets_of(core, connection),
    AskLeague: lambda core, connection, ask: league.league(core, connection, ask.formula),
    AskPublished: lambda core, connection, ask: league.published(core, connection, ask.tournament),
}
"""The function that answers each request."""
