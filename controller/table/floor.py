"""What the floor, the desk or a local user asks of the table, already authenticated."""

from typing import get_args

import msgspec
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declaration, Declared
from controller.contract.public import (
    ButtonMoved,
    SeatLeft,
    SeatTaken,
    StackChanged,
)
from controller.houses.model import House
from controller.table.actions import advance
from controller.table.hands import can_start, start_hand
from controller.table.judgement import judge
from controller.table.levels import pause, run_level_clock, set_level
from controller.table.levels import resume as go_on
from controller.table.presence import mark_back
from controller.table.rulings import Resume
from controller.table.seen import away
from controller.table.state import (
    ALL_IN,
    LIVE,
    Hand,
    Out,
    Seat,
    Shoe,
    Table,
    put,
    with_seat,
)
from controller.table.undo import undo

_DECODER = msgspec.json.Decoder(c.AnyCommand)

Refusal = str


def decode(command: str) -> c.Command:
    """Return the command that a `FloorSaid` carries; raises `msgspec.ValidationError`."""
    decoded: c.Command = _DECODER.decode(command)
    return decoded


def between_hands(table: Table) -> bool:
    """Return whether no hand is running."""
    return table.hand is None or table.hand.phase == "over"


def obey(
    table: Table, command: c.Command, by: str, house: House, out: Out, resume: Resume
) -> tuple[Table, Refusal]:
    """Carry out a command; the second value says why not (an id), empty when it was done."""
    number = getattr(command, "seat", None)
    if number is not None and not 1 <= number < len(table.seats):
        return table, "no-such-seat"
    match command:
        case c.SitDown():
            return _sit_down(table, command, out)
        case c.StandUp():
            return _stand_up(table, command.seat, out)
        case c.Absent():
            return _absent(table, command.seat, house, out)
        case c.Back():
            return mark_back(table, command.seat, out)
        case c.Rebuy():
            return _rebuy(table, command, out)
        case c.SetStack():
            return _set_stack(table, command, by, house, out)
        case c.SetLevel():
            return set_level(table, command, out)
        case c.LevelClock():
            return run_level_clock(table, command, out)
        case c.SetButton():
            return _set_button(table, command.seat, by, out)
        case c.StartHand():
            # The floor may have it played with this deck: its word is the last.
            table = replace(table, shoe=Shoe(checks=table.shoe.checks))
            why = can_start(table, house)
            return (table, why) if why else (start_hand(table, house, out), "")
        case c.Pause():
            return pause(table, command.reason, out), ""
        case c.Resume():
            return go_on(table, out), ""
        case c.Undo():
            return undo(table, by, out)
        case (
            c.Confirm()
            | c.Waive()
            | c.Rule()
            | c.KillHand()
            | c.Misdeal()
            | c.Penalty()
            | c.CallClock()
        ):
            return judge(table, command, by, house, out, resume)
        case _:
            return table, "not-now"


def declaration(command: c.Act, at: int) -> Declared | None:
    """Return the key press that an `act` command stands for, None when its word is no key."""
    if command.what not in get_args(Declaration):
        return None
    return Declared(at, command.seat, command.what, command.target, command.amount)  # type: ignore[arg-type]


def _sit_down(table: Table, command: c.SitDown, out: Out) -> tuple[Table, Refusal]:
    if table.seats[command.seat].taken:
        return table, "seat-taken"
    if not command.name or command.stack < 0:
        return table, "bad-player"
    out.say(SeatTaken(command.seat, command.name, command.stack))
    running = table.hand is not None and table.hand.phase != "over"
    joined = table.hand.number if table.hand and running else table.hands
    seat = Seat(name=command.name, stack=command.stack, joined=joined)
    return replace(table, seats=put(table.seats, command.seat, seat)), ""


def _stand_up(table: Table, number: int, out: Out) -> tuple[Table, Refusal]:
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if not between_hands(table) and table.hand and table.hand.stacks[number]:
        return table, "hand-running"
    out.say(SeatLeft(number, seat.stack))
    past = () if between_hands(table) else table.past
    serving = tuple(one for one in table.serving if one.seat != number)
    seats = put(table.seats, number, Seat())
    return replace(table, seats=seats, past=past, serving=serving), ""


def _absent(table: Table, number: int, house: House, out: Out) -> tuple[Table, Refusal]:
    if not table.seats[number].taken:
        return table, "seat-empty"
    return away(table, number, house, out), ""


def _rebuy(table: Table, command: c.Rebuy, out: Out) -> tuple[Table, Refusal]:
    seat = table.seats[command.seat]
    if not seat.taken:
        return table, "seat-empty"
    if command.amount <= 0:
        return table, "bad-amount"
    if not between_hands(table):
        return with_seat(table, command.seat, rebuy=seat.rebuy + command.amount), ""
    out.say(StackChanged(command.seat, seat.stack + command.amount, "rebuy"))
    table = with_seat(table, command.seat, stack=seat.stack + command.amount)
    return replace(table, past=()), ""


def _set_stack(
    table: Table, command: c.SetStack, by: str, house: House, out: Out
) -> tuple[Table, Refusal]:
    """Correct a stack; in a hand, what lies behind, and what a voided hand gives back with it."""
    number, stack = command.seat, command.stack
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if stack < 0:
        return table, "bad-amount"
    out.say(StackChanged(number, stack, "correction", by))
    more, hand = stack - seat.stack, table.hand
    table = with_seat(table, number, stack=stack)
    if hand is None or between_hands(table):
        return replace(table, past=()), ""
    if not hand.stacks[number]:
        return table, ""
    past = tuple(
        replace(p, hand=_corrected(p.hand, number, more), seats=_more(p.seats, number, more))
        for p in table.past
    )
    if any(p.seats[number].stack < 0 for p in past):
        # What the correction takes was bet since: nothing before it can come back.
        past = ()
    table = replace(table, past=past, hand=_corrected(hand, number, more))
    return _still_to_act(table, number, house, out), ""


def _corrected(hand: Hand, number: int, more: int) -> Hand:
    return replace(hand, stacks=put(hand.stacks, number, hand.stacks[number] + more))


def _more(seats: tuple[Seat, ...], number: int, more: int) -> tuple[Seat, ...]:
    return put(seats, number, replace(seats[number], stack=seats[number].stack + more))


def _still_to_act(table: Table, number: int, house: House, out: Out) -> Table:
    """Let a seat whose stack has been corrected to nothing be all-in."""
    hand = table.hand
    assert hand is not None
    if table.seats[number].stack or hand.status[number] != LIVE:
        return table
    hand = replace(
        hand,
        status=put(hand.status, number, ALL_IN),
        to_act=tuple(s for s in hand.to_act if s != number),
        fresh=tuple(s for s in hand.fresh if s != number),
    )
    table = replace(table, hand=hand)
    return advance(table, house, out) if hand.turn == number else table


def _set_button(table: Table, number: int, by: str, out: Out) -> tuple[Table, Refusal]:
    """Put the button for the next hand; a hand that is running and is voided gets it too."""
    out.say(ButtonMoved(number, by=by))
    table = replace(table, button=number, small_blind=0, big_blind=0)
    hand = table.hand
    if hand is not None and hand.phase != "over":
        table = replace(table, hand=replace(hand, places_before=(number, 0, 0)))
    return table, ""
