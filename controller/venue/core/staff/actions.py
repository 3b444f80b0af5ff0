"""Staff actions from the desk: each is an input to the room, and is logged.

Rights have already been checked (`desk_socket.py`).
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.cash import BoughtIn, CashedOut
from controller.contract.venue.cash_game.waiting import KeepList
from controller.contract.venue.floor import clock
from controller.contract.venue.floor import members as m
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.league import TakeEvening
from controller.contract.venue.outputs import SeatGiven
from controller.contract.venue.prizes.bounties import CloseEnvelopes, DrawEnvelope
from controller.contract.venue.prizes.money import BankWord, KeepBank, SecondNeeded, SecondWanted
from controller.contract.venue.tournament_formats.days import BagsBrought, BringBags, StackBagged
from controller.venue.core.refusals import No, evening_of, needed, refuse_if
from controller.venue.core.staff import bounties, league, members
from controller.venue.core.staff.book import options_of, sheet_of, tournament_named, with_sheet
from controller.venue.core.take_input import Evening, Turn
from controller.venue.rules.calculations.seat_draw import DrawError, DrawList, check_list, list_hash
from controller.venue.rules.evening.entering import list_for
from controller.venue.rules.step import Step
from controller.venue.rules.tournament import Posted, Tournament
from controller.venue.store import bags, draws, tickets
from controller.venue.store.outbox import Order
from controller.venue.store.persons import people
from controller.venue.store.persons.people import Person
from controller.venue.store.tickets import Ticket


def act(turn: Turn, do: d.AnyDo, actor: str, source: str) -> msgspec.Struct | None:
    """Carry out a staff action, and return its result or None. Raises `No` if it is refused.

    `actor` is the staff member, and `source` the address of the client that sent the request.
    """
    own = ACTS.get(type(do))
    if own is not None:
        return own(turn, do, actor, source)
    done = _happen(turn, _input(do), actor, source)
    numbers = [one.number for one in done.events if isinstance(one, SecondWanted)]
    return SecondNeeded(numbers[0]) if numbers else None


def _input(do: d.AnyDo) -> RoomInput:
    """Return the room input for a staff action: its own, or one made from its fields.

    If the input records an offence, `director` says whether the action is a `Decide`, i.e. one by
    the tournament director. Raises `No` for a request that is not a staff action.
    """
    if (kind := INPUTS.get(type(do))) is not None:
        return kind(**msgspec.structs.asdict(do))
    if not isinstance(do, d.Note | d.Decide | KeepList | KeepBank):
        raise No("not-now")
    if isinstance(do.said, i.ConductNoted):
        return msgspec.structs.replace(do.said, director=isinstance(do, d.Decide))
    return do.said


def _happen(turn: Turn, said: RoomInput, actor: str, source: str) -> Step:
    if isinstance(said, BankWord | BoughtIn | i.ChipsBought | StackBagged):
        said = msgspec.structs.replace(said, cashier=actor)
    done = turn.happen(said, actor, source)
    refuse_if(done.refused, done.refused)
    return done


def _open(turn: Turn, do: d.OpenTournament, actor: str, source: str) -> d.Opened:
    refuse_if(turn.evening is not None and turn.room.started and not turn.room.ended, "game-runs")
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
    refuse_if(options.keys() - set(rules.posting.required.value), "no-such-option")
    posting = msgspec.structs.replace(rules.posting, options=rules.posting.options | chosen)
    return msgspec.structs.replace(rules, posting=posting)


def _enter(turn: Turn, do: d.Enter, actor: str, source: str) -> d.Entered:
    """Enter a person into the tournament or cash game.

    Raises `No` if the entry is refused. If the rules refuse it, the refusal is logged, and no other
    data from the request is stored.
    """
    evening = evening_of(turn)
    before = turn.people
    told = Person("", do.name.strip(), do.mail.strip(), do.member_no.strip(), do.shown_as.strip())
    members.check_number(turn, told.member_no, do.person)
    if do.if_unknown and not do.person:
        members.check_name(turn, told.name)
    ticket = _ticket(turn, evening, do)
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


def _ticket(turn: Turn, evening: Evening, do: d.Enter) -> Ticket | None:
    """Return the ticket that pays for an entry, or None if no ticket is used.

    Raises `No` if the player does not have the ticket that the request mentions.
    """
    if not do.ticket:
        return None
    name = evening.rules.name
    found = tickets.good_for(turn.connection, do.person, name) if do.person else None
    return needed(found, "no-such-ticket")


def _bring(turn: Turn, do: BringBags, actor: str, source: str) -> None:
    """Bring in the bags from all flights of this event that have not been brought in yet."""
    evening = evening_of(turn)
    refuse_if(evening.rules.cash is not None, "not-in-a-cash-game")
    series = evening.rules.days.series
    refuse_if(not series, "one-day")
    found = bags.flights(turn.connection, series)
    said = BagsBrought(
        bags=tuple(bag for one in found for bag in one.bags), money=sum(one.money for one in found),
        heads=sum(one.heads for one in found), entries=sum(one.entries for one in found),
        level=min(
            do.index or max((one.level for one in found), default=0), len(turn.room.levels) - 1
        ),
    )  # fmt: skip
    _happen(turn, said, actor, source)
    bags.taken(turn.connection, found, evening.id)


def _new(turn: Turn, told: Person) -> Person:
    if not (told.name or told.member_no):
        raise No("no-such-player", "a player needs a name or a member number")
    return people.new_person(turn.connection, turn.wall, told, turn.random_bytes)


def _known(turn: Turn, identity: str, told: Person) -> Person:
    """Update a known person's details, and return the person.

    Raises `No` for an unknown person, or for a change of name after the player has entered.
    """
    known = needed(turn.people.get(identity), "no-such-player")
    renamed = told.name not in ("", known.name)
    refuse_if(renamed and identity in turn.room.players, "not-transferable")
    people.change_person(turn.connection, msgspec.structs.replace(told, id=identity))
    return people.find(turn.connection, identity) or known


def _close_list(turn: Turn, _: d.CloseList, actor: str, source: str) -> d.ListClosed:
    evening = evening_of(turn)
    refuse_if(turn.room.started, "started-already")
    listed = list_for(turn.room, evening.rules)
    refuse_if(not listed.tables, "no-table-yet")
    refuse_if(len(listed.entries) > sum(listed.tables.values()), "too-few-seats")
    try:
        check_list(listed)
    except DrawError as error:
        raise No("list-cannot-be-drawn-for", str(error)) from None
    secret = turn.random_bytes(32)
    told = d.ListClosed(list_hash(listed), hashlib.sha256(secret).hexdigest(), len(listed.entries))
    draws.close(turn.connection, evening.id, listed, secret)
    turn.note({"type": "close-list", **msgspec.to_builtins(told)}, actor, source)
    return told


def _draw(turn: Turn, do: d.DrawSeats, actor: str, source: str) -> None:
    evening = evening_of(turn)
    closed = draws.closed(turn.connection, evening.id, DrawList)
    listed, secret = needed(closed, "list-is-open")
    refuse_if(listed.canonical() != list_for(turn.room, evening.rules).canonical(), "list-changed")
    _happen(turn, i.SeatsDrawn(secret=secret.hex(), witness=do.witness), actor, source)
    draws.drawn(turn.connection, evening.id, do.witness)


def _tell(turn: Turn, do: d.TellTable, actor: str, source: str) -> None:
    refuse_if(do.table not in turn.room.tables, "no-such-table")
    said: dict[str, Any] = {
        "type": "tell-table", "table": do.table, "command": do.command, "data": do.data,
    }  # fmt: skip
    turn.note(said, actor, source, (Order("", do.table, "tell-table", do.command, do.data),))


def _forget(turn: Turn, do: d.Forget, actor: str, source: str) -> None:
    refuse_if(not people.forget(turn.connection, do.person), "no-such-player")
    turn.people = {name: one for name, one in turn.people.items() if name != do.person}
    turn.note({"type": "forget", "person": do.person}, actor, source)


def _draw_envelope(turn: Turn, do: DrawEnvelope, actor: str, source: str) -> None:
    _happen(turn, bounties.drawn(turn, do), actor, source)


ACTS: Final[dict[type[d.AnyDo], Callable[[Turn, Any, str, str], msgspec.Struct | None]]] = {
    d.OpenTournament: _open,
    d.Enter: _enter,
    d.CloseList: _close_list,
    d.DrawSeats: _draw,
    CloseEnvelopes: bounties.close,
    DrawEnvelope: _draw_envelope,
    TakeEvening: league.take,
    BringBags: _bring,
    d.TellTable: _tell,
    d.Forget: _forget,
    m.Announce: members.announce,
    m.KeepMember: members.change,
    m.CorrectPerson: members.change,
    m.CorrectResult: members.correct_result,
}
"""For each action that is not simply an input to the room, the function that carries it out."""

INPUTS: Final[dict[type[d.AnyDo], type[RoomInput]]] = {
    d.OpenTable: i.TableOpened,
    d.SeatPlayer: i.PlayerSeated,
    d.MovePlayer: i.PlayerMoved,
    d.Remove: i.PlayerRemoved,
    d.Rebuy: i.ChipsBought,
    d.BuyIn: BoughtIn,
    d.CashOut: CashedOut,
    d.Start: i.PlayStarted,
    d.Hold: i.RoomHeld,
    d.Release: i.RoomReleased,
    d.SetHandForHand: i.HandForHand,
    d.JumpLevel: i.LevelJumped,
    clock.MoveClock: clock.ClockMoved,
    clock.UndoClock: clock.ClockUndone,
}
"""For each action that is simply an input to the room, the input that has the same fields."""
