"""Desk requests about a league: season standings, trial formulas, and evenings played elsewhere."""

from functools import lru_cache

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.engine import RowMapping

from controller.contract.venue import league as c
from controller.venue.core.refusals import needed, refuse_if
from controller.venue.core.staff import members
from controller.venue.core.staff.book import tournament_named
from controller.venue.core.take_input import Core, Turn
from controller.venue.rules.books.room import Room
from controller.venue.rules.prizes.league_points import by_formula, placed, scored
from controller.venue.rules.prizes.payouts import prizes_of
from controller.venue.rules.standings.formula import FormulaError, parsed
from controller.venue.rules.standings.season import Season
from controller.venue.rules.tournament import ResultRules, Tournament
from controller.venue.store import log
from controller.venue.store.persons import people
from controller.venue.store.persons.people import Person
from controller.venue.store.schema import result, tournament

MOST_SEASONS = 12
MOST_LINES = 500
MOST_POINTS = 1_000_000


@lru_cache(1000)
def _rules(stored: bytes) -> Tournament:
    return msgspec.msgpack.decode(stored, type=Tournament)


def season_of(row: RowMapping) -> str:
    """Return the name of the season to which the evening in a database row belongs."""
    return _rules(row["rules"]).results.season.value


def season(
    connection: Connection, rules: ResultRules | None, row: RowMapping | None, name: str
) -> Season:
    """Return the standings of the season `name`, computed with the settings in `rules`.

    `rules` is None for the default settings. `row` is the database row of a tournament, or None. In
    some leagues, each bar that hosts evenings has its own ranking, so only evenings at the bar of
    the tournament in `row` count.
    """
    found = Season(rules.best.value, rules.ties.value) if rules is not None else Season()
    apart = row["bar"] if rules is not None and rules.per_venue.value and row is not None else None
    evenings = {
        one["id"] for one in connection.execute(select(tournament)).mappings()
        if season_of(one) == name and (apart is None or one["bar"] == apart)
    }  # fmt: skip
    places: dict[str, dict[str, tuple[int, int]]] = {}
    for one in connection.execute(select(result)).mappings():
        if one["tournament"] in evenings:
            of_it = places.setdefault(one["tournament"], {})
            of_it[one["player"]] = one["points"], one["first"]
    for evening, of_it in places.items():
        firsts = [player for player, (_, first) in of_it.items() if first == 1]
        found.put(evening, {player: points for player, (points, _) in of_it.items()}, firsts)
    return found


def league(core: Core, connection: Connection, formula: str) -> c.League:
    """Return the standings of recent seasons, with one column for each season.

    If there is a `formula`, also score the last evening with it.
    """
    rows = connection.execute(select(tournament).order_by(tournament.c.opened)).mappings().all()
    mine = next((one for one in rows if core.evening and one["id"] == core.evening.id), None)
    rules = core.evening.rules.results if core.evening is not None else None
    names = list(dict.fromkeys(season_of(one) for one in reversed(rows)))[:MOST_SEASONS]
    counted = [season(connection, rules, mine, name) for name in names]
    standings = [{one.player: one for one in each.standings()} for each in counted]
    known = {player for each in standings for player in each}

    def line(player: str) -> c.LeagueLine:
        return c.LeagueLine(player, core.shown_as(player), tuple(
            c.Standing(one.points, one.first, one.last, each.evenings(player)) if one else None
            for each, of_it in zip(counted, standings, strict=True)
            for one in (of_it.get(player),)
        ))  # fmt: skip

    def rank(one: c.LeagueLine) -> tuple[tuple[int, ...], str]:
        return tuple(of_it.first if of_it else 1 << 30 for of_it in one.seasons), one.player

    lines = tuple(sorted(map(line, known), key=rank))
    found = c.League(tuple(names), lines)
    return _tried(core, connection, found, formula) if formula else found


def _last(connection: Connection, name: str = "") -> tuple[RowMapping, Room]:
    """Return an evening that was played and finished in this room, with its final state.

    Without a `name`, return the last one. Raises `No` if there is none.
    """
    ended = tournament.c.ended.is_not(None) & (tournament.c.opened >= 0)
    wanted = select(tournament).where(ended & (tournament.c.id == name) if name else ended)
    newest = connection.execute(wanted.order_by(tournament.c.opened.desc())).mappings().first()
    row = needed(newest, "no-such-tournament")
    return row, log.rebuilt(connection, row["id"], _rules(row["rules"]))


def _tried(core: Core, connection: Connection, found: c.League, formula: str) -> c.League:
    row, room = _last(connection)
    rules = _rules(row["rules"])
    try:
        would = by_formula(parsed(formula), rules, room)
    except FormulaError as wrong:
        return msgspec.structs.replace(found, title=row["title"], wrong=str(wrong))
    was, places = scored(rules, room), {one.id: one.place for one in room.players.values()}
    tried = tuple(
        c.Tried(player, core.shown_as(player), *(places[player] or (0, 0)), was.get(player, 0), new)
        for player, new in would.items()
    )
    return msgspec.structs.replace(found, title=row["title"], tried=tried)


def published(core: Core, connection: Connection, name: str) -> c.Published:
    """Return an evening's results in the format of a results database.

    Raises `No` unless the evening was played and finished in this room.
    """
    row, room = _last(connection, name)
    rules, sheet = _rules(row["rules"]), members.sheet(core, connection, row["id"])
    prizes = prizes_of(room)
    lines = []
    for one in placed(room):
        who = core.people.get(one.player) or Person(one.player, shown_as=one.player)
        name_of = who.name or who.shown_as
        lines.append(c.PublishedLine(one.first, one.last, name_of, prizes.get(one.player, 0)))
    entries = sum(player.entries for player in room.players.values())
    return c.Published(
        row["title"], row["bar"], sheet.day, rules.money, rules.bank.entry.value,
        rules.bank.fee.value, entries, sum(room.shares), tuple(lines),
    )  # fmt: skip


def take(turn: Turn, do: c.TakeEvening, actor: str, source: str) -> c.Taken:
    """Store the results of an evening played elsewhere; only ids are logged.

    Raises `No` if the results are not valid.
    """
    rules = tournament_named(do.file)
    refuse_if(not do.title.strip() or not 1 <= len(do.lines) <= MOST_LINES, "no-results")
    for one in do.lines:
        fits = 1 <= one.first <= one.last <= len(do.lines) and 0 <= one.points <= MOST_POINTS
        refuse_if(not fits or not (one.name.strip() or one.member_no.strip()), "no-such-place")
    before = len(turn.people)
    rows = {}
    for one in do.lines:
        player = _player(turn, one)
        refuse_if(player in rows, "player-twice")
        rows[player] = {"first": one.first, "last": one.last, "points": one.points}
    name = f"x{turn.head.n + 1}"
    kept = msgspec.structs.replace(rules.results.season, value=do.season.strip()[:40])
    results = msgspec.structs.replace(rules.results, season=kept)
    stored = msgspec.msgpack.encode(msgspec.structs.replace(rules, results=results))
    said = {"type": "take-evening", "tournament": name, "season": kept.value, "lines": rows}
    turn.note(said, actor, source)
    # Opened at row -1, so that it is never taken for the current evening.
    whole = {"id": name, "title": do.title.strip(), "bar": do.bar.strip(), "rules": stored}
    turn.connection.execute(insert(tournament).values(opened=-1, ended=turn.head.n, **whole))
    turn.connection.execute(
        insert(result),
        [{"tournament": name, "player": who, **of_it} for who, of_it in rows.items()],
    )
    turn.results += 1
    return c.Taken(name, len(turn.people) - before)


def _player(turn: Turn, one: c.TakenLine) -> str:
    """Return the id of the person in a result line; anybody not found is stored as a new person.

    The person is found by member number. If the line has none, they are found by name, provided
    that only one person has this name.
    """
    number, name = one.member_no.strip(), one.name.strip()
    everybody = turn.people.values()
    by_number = [who.id for who in everybody if number and who.member_no == number]
    by_name = [who.id for who in everybody if not number and who.name.casefold() == name.casefold()]
    found = by_number or (by_name if len(by_name) == 1 else [])
    if found:
        return found[0]
    made = people.new_person(
        turn.connection, turn.wall, Person("", name, member_no=number), turn.random_bytes
    )
    turn.people = {**turn.people, made.id: made}
    return made.id
