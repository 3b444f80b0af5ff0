"""Staff actions from the desk: each is an input to the room, and is logged.

Rights have already been checked (`desk_socket.py`).
"""

import hashlib
from typing import Any, assert_never

import msgspec

from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.cash import BoughtIn, CashedOut
from controller.contract.venue.cash_game.waiting import KeepList, OwnWait
from controller.contract.venue.floor.clock import (
    ClockDo,
    ClockMoved,
    ClockUndone,
    MoveClock,
    UndoClock,
)
from controller.contract.venue.floor.members import (
    Announce,
    CorrectPerson,
    CorrectResult,
    Declare,
    KeepMember,
)
from controller.contract.venue.league import TakeEvening
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.outputs import SeatGiven
from controller.contract.venue.prizes.bounties import BountyDo, CloseEnvelopes, DrawEnvelope
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.prizes.money import BankWord, KeepBank, SecondNeeded, SecondWanted
from controller.contract.venue.tournament_formats.days import BagsBrought, BringBags, StackBagged
from controller.venue.core.refusals import No
from controller.venue.core.staff import bounties, league, members
from controller.venue.core.staff.book import options_of, sheet_of, tournament_named, with_sheet
from controller.venue.core.take_input import NO_TOURNAMENT, Turn
from controller.venue.rules.calculations.draw import DrawError, check_list, list_hash
from controller.venue.rules.evening.entering import list_for
from controller.venue.rules.step import Step
from controller.venue.rules.tournament import Posted, Tournament
from controller.venue.store import bags, draws, tickets
from controller.venue.store.outbox import Order
from controller.venue.store.persons import people
from controller.venue.store.persons.people import Person
from controller.venue.store.tickets import Ticket


def act(turn: Turn, do: d.AnyDo, actor: str, source: str) -> msgspec.Struct | None:
    """Carry out a staff action, and return its result or None. Raises `No`.

    `actor` is the staff member, and `source` the address of the client that sent the request.
    """
    match do:
        case d.OpenTournament():
            return _open(turn, do, actor, source)
        case d.Enter():
            return _enter(turn, do, actor, source)
        case d.CloseList():
            return _close_list(turn, actor, source)
        case d.DrawSeats():
            _draw(turn, do, actor, source)
        case CloseEnvelopes() | DrawEnvelope() | TakeEvening():
            return _answered(turn, do, actor, source)
        case BringBags() | d.TellTable() | d.Forget():
            _noted(turn, do, actor, source)
        case Announce() | KeepMember() | CorrectPerson() | CorrectResult():
            members.act(turn, do, actor, source)
        case d.SignIn() | d.SignOut() | Declare() | OwnWait() | OwnDeal() | OwnNotices():
            raise No("not-now")
        case _:
            return _second(_happen(turn, _input(do), actor, source))
    return None


def _answered(
    turn: Turn, do: BountyDo | TakeEvening, actor: str, source: str
) -> msgspec.Struct | None:
    if isinstance(do, TakeEvening):
        return league.take(turn, do, actor, source)
    if isinstance(do, CloseEnvelopes):
        return bounties.close(turn, do, actor, source)
    _happen(turn, bounties.drawn(turn, do), actor, source)
    return None


def _second(done: Step) -> SecondNeeded | None:
    """Return `SecondNeeded` if an action now waits for a second person's approval, else None."""
    numbers = [one.number for one in done.events if isinstance(one, SecondWanted)]
    return SecondNeeded(numbers[0]) if numbers else None


Plain = (
    d.OpenTable | d.SeatPlayer | d.Start | d.Hold | d.Release | d.SetHandForHand | d.MovePlayer
    | d.Remove | d.Rebuy | d.JumpLevel | d.Note | d.Decide | d.BuyIn | d.CashOut | KeepList
    | KeepBank | ClockDo
)  # fmt: skip


def _input(do: Plain) -> i.AnyRoomInput:
    match do:
        case d.Note() | d.Decide() | KeepList() | KeepBank():
            return _word(do)
        case d.OpenTable():
            return i.TableOpened(table=do.table, seats=do.seats, ears=do.ears)
        case d.SeatPlayer() | d.MovePlayer() | d.Remove() | d.Rebuy():
            return _of_player(do)
        case d.BuyIn() | d.CashOut():
            return _of_cash(do)
        case d.Start():
            return i.PlayStarted()
        case d.Hold():
            return i.RoomHeld(name=do.name, clock_runs=do.clock_runs)
        case d.Release():
            return i.RoomReleased(name=do.name)
        case d.SetHandForHand():
            return i.HandForHand(on=do.on, by_street=do.by_street)
        case d.JumpLevel() | MoveClock() | UndoClock():
            return _of_clock(do)
        case _:
            assert_never(do)


def _of_player(do: d.SeatPlayer | d.MovePlayer | d.Remove | d.Rebuy) -> i.AnyRoomInput:
    match do:
        case d.SeatPlayer():
            return i.PlayerSeated(player=do.player, seat=do.seat)
        case d.MovePlayer():
            return i.PlayerMoved(player=do.player, seat=do.seat)
        case d.Remove():
            return i.PlayerRemoved(player=do.player, why=do.why)
        case d.Rebuy():
            return i.ChipsBought(player=do.player, chips=do.chips, addon=do.addon)


def _of_clock(do: d.JumpLevel | ClockDo) -> i.AnyRoomInput:
    match do:
        case d.JumpLevel():
            return i.LevelJumped(index=do.index)
        case MoveClock():
            return ClockMoved(longer=do.longer)
        case UndoClock():
            return ClockUndone()


def _of_cash(do: d.BuyIn | d.CashOut) -> i.AnyRoomInput:
    if isinstance(do, d.CashOut):
        return CashedOut(player=do.player)
    return BoughtIn(player=do.player, seat=do.seat, chips=do.chips, entry=do.entry)


def _word(do: d.Note | d.Decide | KeepList | KeepBank) -> i.AnyRoomInput:
    """Return the room input that a staff action contains.

    If the input reports an offence, add whether the tournament director reports it, which is the
    case for a `Decide`.
    """
    if isinstance(do.said, i.ConductNoted):
        return msgspec.structs.replace(do.said, director=isinstance(do, d.Decide))
    return do.said


def _happen(turn: Turn, said: i.AnyRoomInput, actor: str, source: str) -> Step:
    if isinstance(said, BankWord | BoughtIn | i.ChipsBought | StackBagged):
        said = msgspec.structs.replace(said, cashier=actor)
    done = turn.happen(said, actor, source)
    if done.refused:
        raise No(done.refused)
    return done


def _open(turn: Turn, do: d.OpenTournament, actor: str, source: str) -> d.Opened:
    if turn.evening is not None and turn.room.started and not turn.room.ended:
        raise No("game-runs")
    rules = tournament_named(do.file)
    rules = _posted(rules, do.options)
    if do.sheet is not None and do.sheet != sheet_of(rules):
        rules = with_sheet(rules, do.sheet)
    name = f"t{turn.head.n + 1}"
    said: dict[str, Any] = {"type": "open-tournament", "tournament": name, "file": do.file}
    said |= {"options": do.options} if do.options else {}
    said |= {"sheet": msgspec.to_builtins(do.sheet)} if do.sheet is not None else {}
    turn.note(said, actor, source)
    turn.open(name, do.title or rules.title, rules, do.bar.strip())
    return d.Opened(name)


def _posted(rules: Tournament, options: dict[str, str]) -> Tournament:
    """Return a tournament's rules, with the room's choices where the house leaves options open.

    Raises `No` for an unknown option.
    """
    stand = options_of(rules)
    chosen: dict[str, Posted] = {
        word: text.strip() for word, text in options.items()
        if text.strip() not in ("", stand.get(word))
    }  # fmt: skip
    if options.keys() - set(rules.posting.required.value):
        raise No("no-such-option")
    posting = msgspec.structs.replace(rules.posting, options=rules.posting.options | chosen)
    return msgspec.structs.replace(rules, posting=posting)


def _enter(turn: Turn, do: d.Enter, actor: str, source: str) -> d.Entered:
    """Enter a person into the tournament or cash game.

    If the rules refuse the entry, the refusal is logged, and no other data from the request is
    stored. Raises `No`.
    """
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    before = turn.people
    told = Person("", do.name.strip(), do.mail.strip(), do.member_no.strip(), do.shown_as.strip())
    members.check_number(turn, told.member_no, do.person)
    if do.if_unknown and not do.person:
        members.check_name(turn, told.name)
    ticket = _ticket(turn, do)
    kept = turn.connection.begin_nested()
    who = _known(turn, do.person, told) if do.person else _new(turn, told)
    turn.people = {**before, who.id: who}
    said = i.PlayerEntered(
        player=who.id, needs_ear=do.needs_ear, granted=do.granted, identified=do.identified,
        of_age=do.of_age, receipt=do.receipt, membership=members.membership(who),
        level=do.level, owner=do.owner, gives_up=do.gives_up,
        ticket=ticket.id if ticket else "", ticket_worth=ticket.worth if ticket else 0,
    )  # fmt: skip
    if would_refuse := turn.would_refuse(said):
        kept.rollback()
        turn.people = before
        _happen(turn, said, actor, source)
        raise No(would_refuse)
    kept.commit()
    done = _happen(turn, said, actor, source)
    seats = [event.seat for event in done.events if isinstance(event, SeatGiven)]
    return d.Entered(who.id, who.link, seats[0] if seats else None)


def _noted(turn: Turn, do: BringBags | d.TellTable | d.Forget, actor: str, source: str) -> None:
    match do:
        case BringBags():
            _bring(turn, do, actor, source)
        case d.TellTable():
            _tell(turn, do, actor, source)
        case d.Forget():
            _forget(turn, do, actor, source)


def _ticket(turn: Turn, do: d.Enter) -> Ticket | None:
    """Return the ticket that pays for an entry, or None if no ticket is used. Raises `No`."""
    if not do.ticket:
        return None
    evening = turn.evening
    name = evening.rules.name if evening is not None else ""
    found = tickets.good_for(turn.connection, do.person, name) if do.person else None
    if found is None:
        raise No("no-such-ticket")
    return found


def _bring(turn: Turn, do: BringBags, actor: str, source: str) -> None:
    """Bring in the bags from all flights of this event that have not been brought in yet."""
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    if turn.evening.rules.cash is not None:
        raise No("not-in-a-cash-game")
    series = turn.evening.rules.days.series
    if not series:
        raise No("one-day")
    found = bags.flights(turn.connection, series)
    said = BagsBrought(
        bags=tuple(bag for one in found for bag in one.bags), money=sum(one.money for one in found),
        heads=sum(one.heads for one in found), entries=sum(one.entries for one in found),
        level=min(
            do.index or max((one.level for one in found), default=0), len(turn.room.levels) - 1
        ),
    )  # fmt: skip
    _happen(turn, said, actor, source)
    bags.taken(turn.connection, found, turn.evening.id)


def _new(turn: Turn, told: Person) -> Person:
    if not (told.name or told.member_no):
        raise No("no-such-player", "a player needs a name or a member number")
    return people.new_person(turn.connection, turn.wall, told, turn.random_bytes)


def _known(turn: Turn, identity: str, told: Person) -> Person:
    """Update a known person's details, and return the person.

    Raises `No` for an unknown person, or for a change of name after the player has entered.
    """
    known = turn.people.get(identity)
    if known is None:
        raise No("no-such-player")
    if identity in turn.room.players and told.name not in ("", known.name):
        raise No("not-transferable")
    people.change_person(turn.connection, msgspec.structs.replace(told, id=identity))
    return people.find(turn.connection, identity) or known


def _close_list(turn: Turn, actor: str, source: str) -> d.ListClosed:
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    if turn.room.started:
        raise No("started-already")
    listed = list_for(turn.room, turn.evening.rules)
    if not listed.tables:
        raise No("no-table-yet")
    if len(listed.entries) > sum(listed.tables.values()):
        raise No("too-few-seats")
    try:
        check_list(listed)
    except DrawError as error:
        raise No("list-cannot-be-drawn-for", str(error)) from None
    secret = turn.random_bytes(32)
    told = d.ListClosed(list_hash(listed), hashlib.sha256(secret).hexdigest(), len(listed.entries))
    draws.close_list(turn.connection, turn.evening.id, listed, secret)
    turn.note({"type": "close-list", **msgspec.to_builtins(told)}, actor, source)
    return told


def _draw(turn: Turn, do: d.DrawSeats, actor: str, source: str) -> None:
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    closed = draws.closed_list(turn.connection, turn.evening.id)
    if closed is None:
        raise No("list-is-open")
    listed, secret = closed
    if listed.canonical() != list_for(turn.room, turn.evening.rules).canonical():
        raise No("list-changed")
    _happen(turn, i.SeatsDrawn(secret=secret.hex(), witness=do.witness), actor, source)
    draws.drawn(turn.connection, turn.evening.id, do.witness)


def _tell(turn: Turn, do: d.TellTable, actor: str, source: str) -> None:
    if do.table not in turn.room.tables:
        raise No("no-such-table")
    said: dict[str, Any] = {
        "type": "tell-table", "table": do.table, "command": do.command, "data": do.data,
    }  # fmt: skip
    turn.note(said, actor, source, (Order("", do.table, "tell-table", do.command, do.data),))


def _forget(turn: Turn, do: d.Forget, actor: str, source: str) -> None:
    if not people.forget(turn.connection, do.person):
        raise No("no-such-player")
    turn.people = {name: one for name, one in turn.people.items() if name != do.person}
    turn.note({"type": "forget", "person": do.person}, actor, source)
