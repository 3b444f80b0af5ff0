"""League members: numbers, membership cards, attendance, and results sheets for the league."""

from datetime import UTC, date, datetime

import msgspec
from sqlalchemy import Connection, RowMapping, delete, insert, select

from controller.contract.venue.floor import members as m
from controller.contract.venue.inputs import Membership
from controller.toml.file import FileProblems
from controller.venue.core.refusals import No, needed, refuse_if
from controller.venue.core.staff.book import tournament_named
from controller.venue.core.take_input import Core, Turn
from controller.venue.rules.prizes.league_points import placed
from controller.venue.store.persons import attendance, people
from controller.venue.store.persons.people import Person
from controller.venue.store.schema import log, result, tournament
from controller.venue.tournament_files import load_tournament


def day_of(wall: int) -> str:
    """Return the date at a wall time (ms), in the form `2026-11-26`."""
    return datetime.fromtimestamp(wall / 1000, UTC).astimezone().date().isoformat()


def membership(one: Person) -> Membership:
    """Return `number` for a member, `new` for an applicant (name and e-mail given), or `none`."""
    if one.member_no:
        return "number"
    return "new" if one.name and "@" in one.mail else "none"


def change(turn: Turn, do: m.KeepMember | m.CorrectPerson, actor: str, source: str) -> None:
    """Store a member's number and card, or a person's corrected details.

    Raises `No` if the person is unknown, or if another person has the member number.
    """
    known = needed(turn.people.get(do.person), "no-such-player")
    number = do.member_no.strip()
    check_number(turn, number, do.person)
    said: dict[str, object]
    if isinstance(do, m.CorrectPerson):
        told = Person(do.person, do.name.strip(), do.mail.strip(), number, do.shown_as.strip())
        said = {"type": "correct-person", "person": do.person}
    else:
        told = Person(do.person, member_no=number, card=do.card)
        said = {
            "type": "keep-member", "person": do.person, "numbered": bool(number), "card": do.card,
        }  # fmt: skip
    people.change_person(turn.connection, told)
    turn.people = {**turn.people, do.person: people.find(turn.connection, do.person) or known}
    turn.note(said, actor, source)


def correct_result(turn: Turn, do: m.CorrectResult, actor: str, source: str) -> None:
    """Replace a player's place and points in a finished evening; this also changes the standings.

    Raises `No` if the evening is not finished, or if the player, place, points or reason is not
    valid.
    """
    name = do.tournament or (turn.evening.id if turn.evening is not None else "")
    of_it = tournament.c.id == name
    if turn.connection.execute(select(tournament.c.ended).where(of_it)).scalar() is None:
        raise No("no-such-tournament")
    refuse_if(do.player not in turn.people, "no-such-player")
    refuse_if(not do.why.strip(), "no-reason")
    refuse_if(not 1 <= do.first <= do.last or do.points < 0, "no-such-place")
    theirs = (result.c.tournament == name) & (result.c.player == do.player)
    turn.connection.execute(delete(result).where(theirs))
    kept = {"tournament": name, "player": do.player, "first": do.first, "last": do.last}
    turn.connection.execute(insert(result).values(**kept, points=do.points))
    turn.results += 1
    turn.note(msgspec.to_builtins(do) | {"tournament": name}, actor, source)


def check_number(turn: Turn, number: str, person: str = "") -> None:
    """Raise `No` if a person other than `person` already has this member number."""
    others = (one for one in turn.people.values() if one.id != person)
    if number and any(one.member_no.casefold() == number.casefold() for one in others):
        raise No("number-is-taken")


def check_name(turn: Turn, name: str) -> None:
    """Raise `No` if somebody with this name is already known: it may be the same person."""
    known = (one.name.casefold() for one in turn.people.values())
    refuse_if(name and name.casefold() in known, "name-is-known")


def announce(turn: Turn, do: m.Announce, actor: str, source: str) -> None:
    """Schedule an evening on a date.

    Raises `No` if the date is invalid or in the past, or if the tournament file can't be used.
    """
    try:
        day = date.fromisoformat(do.day).isoformat()
    except ValueError:
        raise No("no-such-day") from None
    refuse_if(day < day_of(turn.wall), "no-such-day")
    rules = tournament_named(do.file)
    attendance.announce(turn.connection, day, do.title or rules.title, do.file)
    turn.note({"type": "announce", "day": day, "file": do.file}, actor, source)


def expected(core: Core, connection: Connection) -> m.Attendance:
    """Return, for each planned evening, who will attend, who will not, and the tables needed.

    The number of tables is 0 if the evening's tournament file can't be read.
    """
    found = []
    for day, title, file in attendance.evenings(connection, day_of(core.time.wall())):
        said = attendance.answers(connection, day)
        names: dict[bool, list[str]] = {True: [], False: []}
        for person, present in said.items():
            names[present].append(core.people[person].name or core.shown_as(person))
        come, stay = (tuple(sorted(names[one], key=str.casefold)) for one in (True, False))
        try:
            rules = load_tournament(file)
        except FileProblems:
            found.append(m.Expected(day, title, come, stay, 0, file))
            continue
        seats = rules.seating.most_seats.value or rules.final_table.seats.value
        found.append(m.Expected(day, title, come, stay, -(-len(come) // seats)))
    return m.Attendance(tuple(found))


def newcomers(core: Core) -> m.Newcomers:
    """Return applicants who have no member number yet, and members who have no card yet."""
    everybody = sorted(core.people.values(), key=lambda one: one.name.casefold())
    return m.Newcomers(
        tuple(_member(one) for one in everybody if membership(one) == "new"),
        tuple(_member(one) for one in everybody if one.member_no and not one.card),
    )


def _member(one: Person) -> m.Member:
    return m.Member(one.id, one.name, one.mail, one.member_no)


def results_of(
    core: Core, connection: Connection, name: str
) -> tuple[RowMapping, list[tuple[str, int, int, int]]]:
    """Return an evening's database row, and (player, first, last, points) for each place so far.

    The places are listed best first. The evening is the open one if `name` is "". Raises `No` if
    there is no such evening.
    """
    evening = core.evening
    wanted = name or (evening.id if evening is not None else "")
    known = connection.execute(select(tournament).where(tournament.c.id == wanted))
    row = needed(known.mappings().one_or_none(), "no-such-tournament")
    if evening is not None and evening.id == wanted and row["ended"] is None:
        found = [(one.player, one.first, one.last, 0) for one in placed(evening.room)]
    else:
        kept = connection.execute(select(result).where(result.c.tournament == wanted))
        found = [(one.player, one.first, one.last, one.points) for one in kept]
    return row, sorted(found, key=lambda one: (one[1], one[0]))


def sheet(core: Core, connection: Connection, name: str) -> m.Sheet:
    """Return the results sheet for an evening, or for the open one if `name` is "".

    Raises `No` if there is no such evening.
    """
    row, found = results_of(core, connection, name)
    lines = []
    for player, first, last, points in found:
        who = core.people.get(player) or Person(player, shown_as=player)
        lines.append(m.SheetLine(first, last, who.name or who.shown_as, who.member_no, points))
    wall, ended = core.time.wall(), row["ended"]
    if ended is not None:
        wall = connection.execute(select(log.c.wall).where(log.c.n == ended)).scalar_one()
    of_it = (row["id"], row["title"], row["bar"], day_of(wall))
    return m.Sheet(*of_it, ended is not None, tuple(lines))
