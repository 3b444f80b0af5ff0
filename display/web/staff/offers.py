"""The options offered in forms, in words: current players, tables, offences and levels."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from controller.contract.rules import Entry
from controller.contract.venue import desk
from controller.contract.venue import inputs as i
from controller.contract.venue.book import Book, DeedLine, Noted, Tournaments
from controller.contract.venue.cash_game import waiting
from controller.contract.venue.floor import direction, members
from controller.contract.venue.prizes import bounties, deals, money, registration
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats import days, satellites
from controller.contract.venue.views import NoticeKind
from display.web.alphabet import place_of
from display.web.live.room import RoomSeen
from display.web.site import Site, Visit
from display.web.staff.actions import BANK, Action, kinds
from display.words.levels import game_name
from display.words.names import N_, Words
from display.words.venue.conduct import EXCUSES, OFFENCES, sanction_text
from display.words.venue.evening import DEEDS, ENTRIES, POSTING, REASONS, notice_text

AT_TABLE: Final = ("warning", "5m", "10m", "20m", "1r", "2r", "3r", "4r", "0m")
"""The penalties offered if the house's own scale is unknown; the last one lifts a penalty."""

Offers = list[tuple[str, str]]
"""Options: the value to send, and its label."""

NOTHING: Final = Book("")


_NEED_BOOK: Final = {
    "player", "offence", "sanction", "penalty", "excuse", "incident", "chip", "chips", "why",
    "held", "deed", "game", "players", "bonus",
}  # fmt: skip
_NEED_NAMES: Final = {
    "player", "players", "person", "others", "agreed", "shares", "incident", "whose", "parts",
    "but", "deed",
}  # fmt: skip
_NEED_FILES: Final = {"file"}
_NEED_BANK: Final = {"player", "number"}
"""Fields whose options must be requested from the bank's books."""


class Offering(msgspec.Struct, frozen=True):
    """The options in an action's form.

    `tables` are the numbers of all tables. `table` and `file` are the table and the tournament file
    already chosen in the form, or "" if none is chosen. The other parts come from the core process;
    those that the form does not need, or that the visitor may not see, are empty.
    """

    action: Action
    room: RoomSeen
    said: Words
    tables: tuple[str, ...]
    table: str = ""
    file: str = ""
    book: Book = NOTHING
    entrants: tuple[desk.Entrant, ...] = ()
    tournaments: Tournaments = Tournaments(())
    bank: money.Bank = money.Bank("none")

    @property
    def left_open(self) -> dict[str, str]:
        """The rules that the house leaves open, each with the choice made in the chosen file."""
        files = self.tournaments.tournaments
        return next((one.options for one in files if one.name == self.file), {})

    def of(self, field: str) -> Offers | None:
        """Return the options for a field, or None if it is free text."""
        made = _MADE.get((self.action.makes, field)) or _MADE.get((None, field))
        found = list(made(self)) if made is not None else None
        return None if field == "seat" and not found else found

    def player(self, name: str) -> str:
        """Return the label of the player with the id `name`: a name and a seat.

        The name is the player's real name if the visitor may see it, otherwise the display name.
        """
        entrant = next((one for one in self.entrants if one.player == name), None)
        if entrant is not None:
            return _called(entrant.name or entrant.shown_as, entrant.seat)
        line = next((one for one in self.room.players() if one.player == name), None)
        if line is None:
            return name
        return _called(line.shown_as, Seat(line.table, line.seat) if line.table else None)

    def deed(self, one: DeedLine) -> str:
        """Return a staff action from the log as one line."""
        names = dict(_persons(self))
        seat, to = (f"{at[0]}-{at[1]}" if at else "" for at in (one.seat, one.to))
        return self.said.say(
            DEEDS[one.kind], player=names.get(one.player, one.player), seat=seat, to=to,
            chips=self.said.amount(one.chips),
        )  # fmt: skip

    def noted(self, one: Noted) -> str:
        """Return a note on a player's conduct as one line."""
        words = self.said
        what, got = words.of(OFFENCES, one.offence), sanction_text(one.sanction, words)
        return f"{one.incident} · {self.player(one.player)} · {what} · {got}"


async def offering(
    request: Visit, action: Action, chosen: Mapping[str, str] | None = None
) -> Offering:
    """Return the options in an action's form; `chosen` are the form's values, if there are any."""
    fields, chosen = set(kinds(action)), chosen or {}
    bank: set[str] = _NEED_BANK if action.group == BANK else set()
    questions: tuple[tuple[Any, Any, str, set[str]], ...] = (
        (desk.AskBook(), NOTHING, "book", _NEED_BOOK),
        (desk.AskEntrants(), desk.Entrants("", ()), "entrants", _NEED_NAMES),
        (desk.AskTournaments(), Tournaments(()), "tournaments", _NEED_FILES),
        (money.AskBank(), money.Bank("none"), "bank", bank),
    )
    found: dict[str, Any] = {}
    for asked, nothing, name, needed in questions:
        if not fields.isdisjoint(needed) and request.visitor.may(type(asked)):
            told = await request.ask_or(asked, nothing)
            found[name] = told.entrants if isinstance(told, desk.Entrants) else told
    room = request.site.room
    numbers = (str(line.table) for line in room.state.tables) if room.state else ()
    heard = (str(room.table_number(seen.name) or "") for seen in request.site.hall.tables())
    tables = tuple(sorted({*numbers, *heard} - {""}, key=int))
    return Offering(
        action, room, request.said, tables, chosen.get("table", ""), chosen.get("file", ""), **found
    )  # fmt: skip


MOST_FREE: Final = 12
"""The maximum number of free seats listed beside a form that asks for one."""


def free_seats(room: RoomSeen, said: Words) -> str:
    """Return a line that lists free seats, or "" if none is known to be free."""
    free = room.free_seats()
    if not free:
        return ""
    seats = ", ".join(f"{one.table}-{one.seat}" for one in free[:MOST_FREE])
    more = " …" if len(free) > MOST_FREE else ""
    return said.say(N_("Free: {seats}"), seats=seats + more)


def still_to_open(site: Site) -> list[tuple[int, int]]:
    """Return the tables that are connected but not yet open, each with its number of seats."""
    found = {}
    for seen in site.hall.tables():
        one, state = site.room.table_number(seen.name), seen.view.state
        if one and state is not None and state.seats and site.room.line(seen.name) is None:
            found[one] = len(state.seats)
    return sorted(found.items())


def _called(name: str, seat: Seat | None) -> str:
    return name if seat is None else f"{name} · {seat[0]}-{seat[1]}"


def _players(here: Offering, *, seated: bool | None = None) -> Offers:
    """Return the players still in; `seated` limits them to those with or without a seat."""
    found = {
        one.player: one.seat is not None
        for one in here.entrants
        if one.standing not in ("out", "removed")
    } or {one.player: bool(one.table) for one in here.room.players() if one.standing != "out"}
    wanted = (name for name, sits in found.items() if seated is None or sits is seated)
    return _called_so(here, wanted)


def _bonuses(here: Offering) -> Offers:
    posting = here.room.evening.posting
    known = posting.bonuses if posting is not None else ()
    return [(one.word, f"{one.word} · {here.said.amount(one.chips)}") for one in known]


def _called_so(here: Offering, names: Iterable[str]) -> Offers:
    return sorted(((name, here.player(name)) for name in names), key=lambda one: place_of(one[1]))


def _sitting(here: Offering) -> Offers:
    """Return the seated players; if a table is chosen, only those seated there.

    If nobody is seated at the chosen table, return all seated players.
    """
    found = _players(here, seated=True)
    if not here.table:
        return found
    there = {one.player for one in here.room.players() if str(one.table) == here.table}
    return [one for one in found if one[0] in there] or found


def _told(here: Offering, kind: NoticeKind) -> Offers:
    told = (one for one in here.room.notices() if one.kind == kind)
    return [(one.player, notice_text(one, here.said)) for one in told]


def _waiting(here: Offering, *, called: bool | None = None) -> Offers:
    """Return the players on the waiting list.

    `called` limits them to those who have been called (true) or not (false); None means all.
    """
    view = here.room.evening.waiting
    return [
        (one.player, here.player(one.player))
        for one in (view.waiting if view is not None else ())
        if called is None or (one.seat is not None) is called
    ]


def _persons(here: Offering) -> Offers:
    return [(one.player, one.name or one.shown_as) for one in here.entrants]


def _tables(here: Offering) -> Offers:
    return [(number, here.said.say(N_("Table {table}"), table=number)) for number in here.tables]


def _coloured(here: Offering) -> Offers:
    small = here.book.small
    return [one for one in _tables(here) if small is not None and int(one[0]) in small.tables]


def _seats(here: Offering) -> Offers:
    there = [one for one in here.room.players() if here.table and str(one.table) == here.table]
    return [(str(one.seat), f"{one.seat} · {one.shown_as}") for one in there]


def _offences(here: Offering) -> Offers:
    known = here.book.offences
    found = [(one.offence, here.said.of(OFFENCES, one.offence), one.article) for one in known]
    return [
        (str(offence), f"{text} ({article})")
        for offence, text, article in sorted(found, key=lambda one: place_of(one[1]))
    ]


def _penalties(here: Offering) -> Offers:
    never = ("1bb", "out")
    scale = [one for one in here.book.sanctions if one not in never and not one.endswith("c")]
    return [(one, here.said.penalty(one)) for one in ([*scale, "0m"] if scale else AT_TABLE)]


def _excuses(here: Offering) -> Offers:
    known = [(str(one), here.said.of(EXCUSES, one)) for one in here.book.excuses]
    return [("", here.said.say(N_("No valid excuse"))), *known]


def _noted(here: Offering, wanted: Callable[[Noted], bool]) -> Offers:
    noted = here.book.noted
    return [(str(one.incident), here.noted(one)) for one in noted if one.stands and wanted(one)]


def _chips(values: Iterable[int], said: Words) -> Offers:
    return [(str(value), said.amount(value)) for value in values]


def _levels(here: Offering) -> Offers:
    view, said = here.room.evening.structure, here.said
    found = []
    for at, level in enumerate(view.levels if view is not None else ()):
        blinds = f"{said.amount(level.small_blind)} / {said.amount(level.big_blind)}"
        name = said.say(N_("Level {n}"), n=level.number) + f" · {blinds}"
        found.append((str(at), name if level.number else said.say(N_("Break"))))
    return found


def _holds(here: Offering) -> Offers:
    clock = here.room.evening.clock
    return [(name, name) for name in clock.holds] if clock is not None else []


def _why(here: Offering, wanted: Iterable[str]) -> Offers:
    return [(one, here.said.of(REASONS, one)) for one in wanted]


_MADE: Final[dict[tuple[Any, str], Any]] = {
    (None, "player"): _sitting,
    (desk.BuyIn, "player"): lambda here: _players(here, seated=False),
    (desk.CashOut, "player"): _players,
    (waiting.ListJoined, "player"): _players,
    (waiting.SeatCalled, "whom"): lambda here: [
        ("", here.said.say(N_("First on the list"))),
        *_waiting(here, called=False),
    ],
    (waiting.CallAnswered, "player"): lambda here: _waiting(here, called=True),
    (waiting.ListLeft, "player"): _waiting,
    (money.PaidOut, "player"): lambda here: [
        (name, f"{here.player(name)} · {here.said.amount(amount)}")
        for name, amount in here.bank.owed.items()
    ],
    (money.MoneyApproved, "number"): lambda here: [
        (str(one.number), f"{here.player(one.player)} · {here.said.amount(one.amount)}")
        for one in here.bank.waiting
    ],
    (None, "entry"): lambda here: [(one, here.said.of(ENTRIES, one)) for one in Entry],
    (desk.SeatPlayer, "player"): lambda here: _players(here, seated=False),
    (i.MoveAnswered, "player"): lambda here: _told(here, NoticeKind.MOVE_PROPOSED),
    (i.MoveCalledOff, "player"): lambda here: _told(here, NoticeKind.MOVE),
    (i.SeatCardDrawn, "player"): lambda here: _players(here, seated=False),
    (i.PlayerReadmitted, "player"): lambda here: [
        (name, here.player(name)) for name in here.book.excluded
    ],
    (bounties.HeadDecided, "player"): lambda here: _told(here, NoticeKind.HEAD_OPEN),
    (bounties.HeadDecided, "parts"): _sitting,
    (registration.BonusGiven, "bonus"): _bonuses,
    (bounties.CloseEnvelopes, "player"): lambda here: _told(here, NoticeKind.ENVELOPE_DUE),
    (bounties.DrawEnvelope, "player"): lambda here: _told(here, NoticeKind.ENVELOPE_DUE),
    (None, "whose"): lambda here: [("", here.said.say(N_("Unknown"))), *_sitting(here)],
    (None, "others"): _sitting,
    (None, "players"): _sitting,
    (None, "agreed"): _players,
    (None, "but"): _players,
    (i.PrizesShared, "shares"): _players,
    (deals.DealProposed, "shares"): _players,
    (deals.DealAnswered, "player"): _players,
    (None, "person"): _persons,
    (None, "table"): _tables,
    (i.SmallChipsCounted, "table"): _coloured,
    (desk.OpenTable, "table"): None,
    (None, "seat"): _seats,
    (None, "held"): _seats,
    (None, "offence"): _offences,
    (None, "sanction"): lambda here: [
        (one, sanction_text(one, here.said)) for one in ("", *here.book.sanctions)
    ],
    (None, "penalty"): _penalties,
    (None, "excuse"): _excuses,
    (i.AppealMade, "incident"): lambda here: _noted(here, lambda one: one.sanction != "out"),
    (i.AppealDecided, "incident"): lambda here: _noted(here, lambda one: bool(one.appeals)),
    (None, "chip"): lambda here: _chips(here.book.gone, here.said),
    (i.StackCounted, "chips"): lambda here: _chips(here.book.values, here.said),
    (direction.ColourUpAsked, "chip"): lambda here: _chips(here.book.values, here.said),
    (direction.ColourUpAsked, "into"): lambda here: _chips(here.book.values, here.said),
    (None, "deed"): lambda here: [(str(one.deed), here.deed(one)) for one in here.book.deeds],
    (None, "index"): _levels,
    (days.BringBags, "index"): lambda here: [
        ("0", here.said.say(N_("The level at which the longest flight ended"))),
        *_levels(here)[1:],
    ],
    (None, "game"): lambda here: [
        (str(at), game_name(one.game, one.structure, here.said))
        for at, one in enumerate(here.book.games)
    ],
    (days.StackBagged, "player"): lambda here: _called_so(here, here.book.unbagged),
    (days.BagOpened, "player"): lambda here: _called_so(here, here.book.unopened),
    (satellites.LastSeatsDecided, "players"): lambda here: _called_so(here, here.book.tied),
    (desk.Release, "name"): _holds,
    (None, "file"): lambda here: [(one.name, one.title) for one in here.tournaments.tournaments],
    (None, "options"): lambda here: [
        (word, here.said.of(POSTING, word)) for word in here.left_open
    ],
    (i.DeckChanged, "why"): lambda here: _why(here, here.book.decks),
    (registration.EntryRefunded, "player"): _persons,
    (members.CorrectResult, "player"): _persons,
    (members.CorrectResult, "why"): None,
    (registration.EntryRefunded, "why"): None,
    (desk.Remove, "why"): lambda here: _why(here, ("left", "disqualified")),
}
"""The functions that return a field's options, by form and field; None means any form."""
