"""What the floor, the desk or a local user asks of the table, already authenticated."""

from typing import get_args

import msgspec
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declaration, Declared
from controller.contract.public import (
    ActionUndone,
    LevelChanged,
    SeatAbsent,
    SeatBack,
    SeatLeft,
    SeatTaken,
    StackChanged,
    TablePaused,
    TableResumed,
    TurnStarted,
)
from controller.houses.model import House
from controller.table.betting import to_call
from controller.table.hands import can_start, start_hand
from controller.table.judgement import judge
from controller.table.rulings import Resume
from controller.table.state import Level, Out, Seat, Table, put, restore, with_seat

_DECODER = msgspec.json.Decoder(c.AnyCommand)

Refusal = str


def decode(command: str) -> c.Command:
    """Give the command that a `FloorSaid` carries; raises `msgspec.ValidationError`."""
    decoded: c.Command = _DECODER.decode(command)
    return decoded


def between_hands(table: Table) -> bool:
    """Say whether no hand is running."""
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
            return mark_absent(table, command.seat, out)
        case c.Back():
            return mark_back(table, command.seat, out)
        case c.Rebuy():
            return _rebuy(table, command, out)
        case c.SetStack():
            return _set_stack(table, command, out)
        case c.SetLevel():
            return _set_level(table, command, out)
        case c.SetButton():
            return _set_button(table, command.seat)
        case c.StartHand():
            why = can_start(table, house)
            return (table, why) if why else (start_hand(table, house, out), "")
        case c.Pause():
            out.say(TablePaused(command.reason))
            return replace(table, paused=True), ""
        case c.Resume():
            out.say(TableResumed())
            return replace(table, paused=False), ""
        case c.Undo():
            return undo(table, by, out)
        case c.Confirm() | c.Waive() | c.Rule() | c.KillHand() | c.Misdeal() | c.Penalty():
            return judge(table, command, by, house, out, resume)
        case _:
            return table, "not-now"


def declaration(command: c.Act, at: int) -> Declared | None:
    """Give the key press that an `act` command stands for, None when its word is no key."""
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
    return replace(table, seats=put(table.seats, number, Seat())), ""


def mark_absent(table: Table, number: int, out: Out) -> tuple[Table, Refusal]:
    """Note that a player is away."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if not seat.absent:
        out.say(SeatAbsent(number))
    return with_seat(table, number, absent=True), ""


def mark_back(table: Table, number: int, out: Out) -> tuple[Table, Refusal]:
    """Note that a player is back."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if seat.absent:
        out.say(SeatBack(number))
    return with_seat(table, number, absent=False), ""


def _rebuy(table: Table, command: c.Rebuy, out: Out) -> tuple[Table, Refusal]:
    seat = table.seats[command.seat]
    if not seat.taken:
        return table, "seat-empty"
    if command.amount <= 0:
        return table, "bad-amount"
    if not between_hands(table):
        return with_seat(table, command.seat, rebuy=seat.rebuy + command.amount), ""
    out.say(StackChanged(command.seat, seat.stack + command.amount, "rebuy"))
    return with_seat(table, command.seat, stack=seat.stack + command.amount), ""


def _set_stack(table: Table, command: c.SetStack, out: Out) -> tuple[Table, Refusal]:
    if not table.seats[command.seat].taken:
        return table, "seat-empty"
    if command.stack < 0:
        return table, "bad-amount"
    if not between_hands(table):
        return table, "hand-running"
    out.say(StackChanged(command.seat, command.stack, "correction"))
    return with_seat(table, command.seat, stack=command.stack), ""


def _set_level(table: Table, command: c.SetLevel, out: Out) -> tuple[Table, Refusal]:
    if command.big_blind <= 0 or not 0 <= command.small_blind <= command.big_blind:
        return table, "bad-level"
    if command.ante < 0 or command.big_blind_ante < 0:
        return table, "bad-level"
    level = Level(
        command.small_blind,
        command.big_blind,
        command.ante,
        command.big_blind_ante,
        command.number,
    )
    if between_hands(table):
        out.say(LevelChanged(level.small_blind, level.big_blind, level.ante, level.big_blind_ante))
        return replace(table, level=level, next_level=None), ""
    return replace(table, next_level=level), ""


def _set_button(table: Table, number: int) -> tuple[Table, Refusal]:
    if not between_hands(table):
        return table, "hand-running"
    return replace(table, button=number, small_blind=0, big_blind=0), ""


def undo(table: Table, by: str, out: Out) -> tuple[Table, Refusal]:
    """Take back the last action of the running betting round, exactly."""
    hand = table.hand
    if hand is None or not table.past:
        return table, "nothing-to-undo"
    past = table.past[-1]
    if past.hand.street != hand.street or hand.burned_for > hand.street:
        return table, "cards-dealt-since"
    out.say(ActionUndone(past.seat, by))
    table = replace(restore(table, past), past=table.past[:-1])
    out.say(TurnStarted(past.seat, to_call(table, past.hand, past.seat)))
    return table, ""
