"""What staff do, as it comes over the desk: it happens to the room, and is in the log.

Rights were looked at before (`door.py`).
"""

import hashlib
from typing import Any, assert_never

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.cash import BoughtIn, CashedOut
from controller.contract.venue.outputs import SeatGiven
from controller.toml.file import FileProblems
from controller.venue.core.turn import NO_TOURNAMENT, Turn
from controller.venue.rules.draw import DrawError, check_list, list_hash
from controller.venue.rules.entering import list_for
from controller.venue.rules.step import Step
from controller.venue.rules.tournament import Tournament
from controller.venue.store import draws, people
from controller.venue.store.outbox import Order
from controller.venue.store.people import Person
from controller.venue.tournament_files import load_tournament

SENTENCES = {
    "a-card-for-each-odd-chip": "a race needs one card for each odd chip, each another",
    "another-penalty": "the house gives another penalty for this",
    "another-player": "this order is for another player",
    "appealed-already": "there was an appeal already, and it is final",
    "books": "the books would not hold: nothing was done; look at the log",
    "buy-in-too-large": "the house sells no stack as large as this",
    "buy-in-too-small": "the house sells no stack as small as this",
    "chips-are-out": "players still have chips: turn them back first",
    "chips-are-played": "these chips are played already",
    "count-cannot-be": "this count can't be true of the stack: count again",
    "ended-already": "the tournament is over",
    "entered-already": "this player is on the list already",
    "game-runs": "the tournament runs: end it first",
    "hand-for-hand-already": "all tables play hand for hand already",
    "identity-not-seen": "somebody has to see who this player is first",
    "list-cannot-be-drawn-for": "this list can't be drawn for: more players than seats, or a"
    " seat that was granted is not there",
    "list-changed": "the list has changed since it was closed: close it again",
    "list-is-open": "close the list first, and put both hashes up",
    "must-be-penalised": "the house penalises this: say with what",
    "no-appeal": "there is no appeal against this",
    "no-cards-here": "seats are not drawn with cards in this tournament",
    "no-cash-here": "this is no cash game: nobody buys seats in a tournament",
    "no-chips": "chips are more than nothing",
    "no-colour-up": "no small chips are to be exchanged at this table",
    "no-deals-here": "prizes are not shared otherwise in this tournament",
    "no-deck-to-come": "this table waits for no deck",
    "no-entries": "there are no entries any more",
    "no-excuse-here": "the house has no such excuse for this",
    "no-free-seat": "no seat is free",
    "no-hand-for-hand": "the tables don't play hand for hand",
    "no-hands-left": "this player has no hands left today",
    "no-name": "a hold needs a name",
    "no-reason": "say why",
    "no-move-to-call-off": "this player is not to move, or has left the seat already",
    "no-such-proposal": "no such move is proposed any more",
    "not-this-move": "a table that breaks, or seats drawn anew, are for everybody",
    "no-redraw-here": "seats are not drawn anew in this tournament",
    "no-such-card": "there is no such card",
    "no-such-incident": "there is no incident of this number",
    "no-such-level": "the structure has no such place",
    "no-such-option": "the house does not leave this open",
    "no-such-penalty": "the house has no such penalty",
    "no-such-player": "there is no such player",
    "no-such-seat": "there is no such seat",
    "no-such-table": "there is no such table; a table has 2 to 10 seats",
    "no-such-tournament": "there is no such tournament",
    NO_TOURNAMENT: "no tournament is open",
    "no-unsold-here": "stacks that nobody bought are not in play in this tournament",
    "nobody-sits-there": "nobody sits at one of these seats",
    "not-all-agree": "all who are left have to agree",
    "not-all-are-seated": "not all who have entered have a seat",
    "not-all-counted": "count the small chips of every seat",
    "not-all-who-are-left": "the shares have to be those of all who are left, and no others",
    "not-excluded": "this player is not excluded",
    "not-for-this": "the deck does not change for this",
    "not-in-a-cash-game": "a cash game has none of this",
    "not-in-this-house": "no text of this house knows this",
    "not-seated": "this player does not sit",
    "not-started": "the tournament has not begun, or is over",
    "not-the-first-time": "the house penalises this when it was meant, or is done again",
    "on-the-way": "this player is on the way already",
    "one-table": "one table alone has nobody to wait for",
    "options-not-posted": "an option of the house is not on the wall yet: see [posting] in the"
    " tournament's file",
    "out-already": "this player is out already",
    "prizes-not-posted": "post the prizes first",
    "same-day": "it is this day already",
    "same-table": "the player sits at this table",
    "seat-has-no-ear": "this seat has no ear, which the player needs",
    "seat-is-taken": "this seat is not free",
    "seated-already": "this player has a seat already",
    "shares-are-not-in-order": "no place gets more than one before it",
    "shares-are-not-the-pool": "the shares have to be all that there is",
    "shoes-at-some-tables": "a shoe deals at some tables and not at others",
    "somebody-is-on-the-way": "somebody is on the way: wait until they sit",
    "started-already": "the tournament has begun",
    "still-in-play": "these chips are still in play",
    "table-is-there": "this table is there already",
    "tables-differ": "the tables differ by too many players: move somebody first",
    "the-directors-alone": "this is the director's alone to give",
    "too-few-players": "it takes two players with a seat",
    "too-many-seats": "the tournament plays with fewer seats at a table",
    "top-up-too-large": "the house tops no stack up as far as this",
    "who-else": "say who else was in it, each once",
}
"""What a refusal means to whoever asked; its id is for programs."""


class No(TapisError):
    """What is asked can't be done: the reason as an id, and a sentence."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        """Keep both; without a sentence it is the reason's own."""
        super().__init__(sentence or SENTENCES.get(reason, f"the room says no: {reason}"))
        self.reason = reason


def act(turn: Turn, do: d.AnyDo, actor: str, source: str) -> msgspec.Struct | None:
    """Do what was asked, and return what answers it. Raises `No`."""
    match do:
        case d.OpenTournament():
            return _open(turn, do, actor, source)
        case d.Enter():
            return _enter(turn, do, actor, source)
        case d.CloseList():
            return _close_list(turn, actor, source)
        case d.DrawSeats():
            _draw(turn, do, actor, source)
        case d.TellTable():
            _tell(turn, do, actor, source)
        case d.Forget():
            _forget(turn, do, actor, source)
        case d.SignIn() | d.SignOut():
            raise No("not-now")
        case _:
            _happen(turn, _input(do), actor, source)
    return None


Plain = (
    d.OpenTable | d.SeatPlayer | d.Start | d.Hold | d.Release | d.SetHandForHand | d.MovePlayer
    | d.Remove | d.Rebuy | d.JumpLevel | d.Note | d.Decide | d.BuyIn | d.CashOut
)  # fmt: skip


def _input(do: Plain) -> i.AnyRoomInput:
    match do:
        case d.Note() | d.Decide():
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
            return i.HandForHand(on=do.on)
        case d.JumpLevel():
            return i.LevelJumped(index=do.index)
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
            return i.ChipsBought(player=do.player, chips=do.chips)


def _of_cash(do: d.BuyIn | d.CashOut) -> i.AnyRoomInput:
    if isinstance(do, d.CashOut):
        return CashedOut(player=do.player)
    return BoughtIn(player=do.player, seat=do.seat, chips=do.chips, entry=do.entry)


def _word(do: d.Note | d.Decide) -> i.AnyRoomInput:
    """Return what the floor or the director says; who of them it is, is for nobody to say."""
    if isinstance(do.said, i.ConductNoted):
        return msgspec.structs.replace(do.said, director=isinstance(do, d.Decide))
    return do.said


def _happen(turn: Turn, said: i.AnyRoomInput, actor: str, source: str) -> Step:
    done = turn.happen(said, actor, source)
    if done.refused:
        raise No(done.refused)
    return done


def _open(turn: Turn, do: d.OpenTournament, actor: str, source: str) -> d.Opened:
    if turn.evening is not None and turn.room.started and not turn.room.ended:
        raise No("game-runs")
    if "/" in do.file or do.file.endswith(".toml"):
        raise No("no-such-tournament")
    try:
        rules = load_tournament(do.file)
    except FileProblems as problems:
        raise No("no-such-tournament", str(problems)) from None
    rules = _posted(rules, do.options)
    name = f"t{turn.head.n + 1}"
    said: dict[str, Any] = {"type": "open-tournament", "tournament": name, "file": do.file}
    turn.note(said | ({"options": do.options} if do.options else {}), actor, source)
    turn.open(name, do.title or rules.title, rules)
    return d.Opened(name)


def _posted(rules: Tournament, options: dict[str, str]) -> Tournament:
    """Return a tournament's rules with what the room chose where its house leaves it open."""
    chosen = {word: text.strip() for word, text in options.items() if text.strip()}
    if chosen.keys() - set(rules.posting.required.value):
        raise No("no-such-option")
    posting = msgspec.structs.replace(rules.posting, options=rules.posting.options | chosen)
    return msgspec.structs.replace(rules, posting=posting)


def _enter(turn: Turn, do: d.Enter, actor: str, source: str) -> d.Entered:
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    told = Person("", do.name.strip(), do.mail, do.member_no, do.shown_as.strip())
    if do.person:
        known = turn.people.get(do.person)
        if known is None:
            raise No("no-such-player")
        who = known
        people.change_person(turn.connection, msgspec.structs.replace(told, id=do.person))
        who = people.find(turn.connection, do.person) or known
    elif told.name or told.member_no:
        who = people.new_person(turn.connection, turn.wall, told, turn.random_bytes)
    else:
        raise No("no-such-player", "a player has a name or a member's number")
    turn.people = {**turn.people, who.id: who}
    said = i.PlayerEntered(
        player=who.id,
        needs_ear=do.needs_ear,
        granted=do.granted,
        identified=do.identified,
        level=do.level,
        owner=do.owner,
    )
    done = _happen(turn, said, actor, source)
    seats = [event.seat for event in done.events if isinstance(event, SeatGiven)]
    return d.Entered(who.id, who.link, seats[0] if seats else None)


def _close_list(turn: Turn, actor: str, source: str) -> d.ListClosed:
    if turn.evening is None:
        raise No(NO_TOURNAMENT)
    if turn.room.started:
        raise No("started-already")
    listed = list_for(turn.room, turn.evening.rules)
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
