"""Data for staff forms: the tournaments that can be opened, and the choices in an open one."""

from contextlib import suppress

import msgspec

from controller.contract.venue import book as b
from controller.contract.venue.floor.conduct import Excuse
from controller.contract.venue.floor.sheets import Sheet, faults
from controller.contract.venue.tournament_formats.games import GameLine
from controller.houses.loader import find_house
from controller.toml.file import FileProblems
from controller.venue.core.refusals import No, refuse_if
from controller.venue.core.take_input import Evening
from controller.venue.rules.evening.conduct import scale
from controller.venue.rules.evening.days import unopened
from controller.venue.rules.prizes.wall_postings import OF_EVENTS, text_in
from controller.venue.rules.tournament import Tournament
from controller.venue.tournament_files import load_tournament, tournaments_here


def tournaments() -> b.Tournaments:
    """Return the tournaments that staff can open; files with errors are left out."""
    found = []
    for name in tournaments_here():
        with suppress(FileProblems):
            rules = _loaded(name)
            sheet = None if rules.cash is not None else sheet_of(rules)
            found.append(b.TournamentFile(name, rules.title, rules.house, options_of(rules), sheet))
    return b.Tournaments(tuple(found))


def sheet_of(rules: Tournament) -> Sheet:
    """Return the part of a tournament's rules that staff may edit: levels, chips and rebuy."""
    start = rules.start
    return Sheet(start.levels.value, start.chips.value, start.rebuy.value)


def with_sheet(rules: Tournament, sheet: Sheet) -> Tournament:
    """Return a tournament's rules with the levels, chips and rebuy that staff have entered.

    Raises `No` if the result is not valid.
    """
    if wrong := faults(sheet):
        raise No(wrong)
    refuse_if(rules.cash is not None, "not-in-a-cash-game")
    start = rules.start
    ruled = msgspec.structs.replace
    changed = ruled(
        start,
        levels=ruled(start.levels, value=sheet.levels, article=""),
        chips=ruled(start.chips, value=sheet.chips, article=""),
        starting_stack=ruled(start.starting_stack, value=sheet.stack, article=""),
        rebuy=ruled(start.rebuy, value=sheet.rebuy, article=""),
    )
    return ruled(rules, structure=changed)


def tournament_named(name: str) -> Tournament:
    """Return a tournament that can be opened. Raises `No` with the reason, or the file's errors.

    Only installed files may be named; a path is refused.
    """
    refuse_if("/" in name or name.endswith(".toml"), "no-such-tournament")
    try:
        return _loaded(name)
    except FileProblems as problems:
        raise No("no-such-tournament", str(problems)) from None


def _loaded(name: str) -> Tournament:
    """Return an installed tournament whose house is also installed. Raises `FileProblems`.

    Tables, and the room itself after a restart, find the house only by its name.
    """
    rules = load_tournament(name)
    find_house(rules.house)
    return rules


def options_of(rules: Tournament) -> dict[str, str]:
    """Return the options that must be posted, by keyword; "" means not chosen yet."""
    posting = rules.posting
    language = next(iter(posting.languages.value), "")
    return {
        word: text_in(posting.options.get(word, ""), language)
        for word in posting.required.value
        if rules.cash is None or word not in OF_EVENTS
    }


def book_of(evening: Evening, now: int, wall: int) -> b.Book:
    """Return the data for the staff forms: possible choices, incidents, and open tasks.

    `now` is the room time, and `wall` the wall time at the same moment.
    """
    rules, room = evening.rules, evening.room
    colouring = room.colouring
    bagging = room.left if room.day.ending and not room.day.over else ()
    excuses = {excuse for rule in rules.conduct for excuse in rule.excuses}
    excuses |= {Excuse.FAIRNESS} if rules.penalties.fairness.value else set()
    return b.Book(
        evening.id,
        offences=tuple(b.KnownOffence(one.offence, one.article, one.both) for one in rules.conduct),
        sanctions=scale(rules.penalties),
        excuses=tuple(sorted(excuses)),
        decks=rules.seating.changed_decks.value,
        noted=tuple(
            b.Noted(one.number, one.player, one.offence, one.sanction, one.appeals, one.stands)
            for one in room.incidents
        ),
        excluded=tuple(
            one.id for one in room.players.values()
            if one.excluded and one.standing not in ("out", "removed")
        ),
        small=None if colouring is None else b.SmallChips(
            colouring.chip, colouring.into, colouring.tables
        ),
        gone=room.chips_gone,
        values=tuple(sorted({value for _, value in rules.start.chips.value})),
        to_share=sum(room.shares[: len(room.left)]),
        options=options_of(rules),
        games=tuple(GameLine(*one) for one in rules.mixed.games.value),
        tied=room.seats_won.tied,
        unbagged=tuple(one.id for one in bagging if one.stack and one.id not in room.day.bags),
        unopened=unopened(room),
        deeds=tuple(
            b.DeedLine(one.n, one.kind, one.player, wall - (now - one.at), one.seat, one.target,
                       one.chips)
            for one in reversed(room.deeds)
        ),
    )  # fmt: skip
