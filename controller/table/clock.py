"""The clock: called on a seat, it runs out, and the hand is dead."""

from msgspec.structs import replace

from controller.contract.observations import TimePassed
from controller.contract.public import ActionRefused, ClockExpired, ClockStarted
from controller.houses.model import House
from controller.table.actions import act
from controller.table.betting import to_call
from controller.table.dead import kill_now
from controller.table.irregular import found
from controller.table.rulings import stops_play
from controller.table.state import Clock, Out, Table


def call_clock(table: Table, house: House, out: Out, by: int, seat: int) -> Table:
    """Start the clock on the seat in turn, when the house lets this player call it."""
    why = _why_not(table, seat)
    caller = table.seats[by]
    if not caller.taken or caller.absent or caller.excluded:
        why = "not-seated"
    elif by == seat and not house.clock.own.value:
        why = why or "not-on-oneself"
    if why:
        out.say(ActionRefused(by, "time", why))
        return table
    return _start(table, house, out, by, seat)


def floor_clock(table: Table, house: House, out: Out, seat: int) -> tuple[Table, str]:
    """Start the clock because the floor says so; the second value says why not."""
    why = _why_not(table, seat)
    if not house.clock.floor.value:
        why = "not-the-floors"
    return (table, why) if why else (_start(table, house, out, 0, seat), "")


def _why_not(table: Table, seat: int) -> str:
    hand = table.hand
    if hand is None or hand.phase != "betting" or hand.turn != seat:
        return "not-in-turn"
    if stops_play(table):
        return "ruling-open"
    return "clock-runs" if table.clock is not None else ""


def _start(table: Table, house: House, out: Out, by: int, seat: int) -> Table:
    seconds = house.clock.seconds.value + house.clock.count.value
    out.say(ClockStarted(seat, seconds, by))
    return replace(table, at=out.at, clock=Clock(seat, out.at + seconds * 1000, by))


def time_passed(table: Table, passed: TimePassed, house: House, out: Out) -> Table:
    """Let the clock run out when it is time: the hand is dead, or has checked, by the house."""
    clock, hand = table.clock, table.hand
    if clock is None or passed.at < clock.until:
        return table
    table = replace(table, clock=None)
    if hand is None or hand.turn != clock.seat or stops_play(table):
        return table
    seat = clock.seat
    out.say(ClockExpired(seat))
    facing = "facing-bet" if to_call(table, hand, seat) else "unopened"
    table, remedy = found(table, house, out, "hand.clock", seat=seat, tags={facing})
    if remedy.outcome == "dead":
        return kill_now(table, house, out, seat, "clock", remedy.article)
    if remedy.outcome == "check" and facing == "unopened":
        return act(table, house, out, seat, "check")
    return table


def stop_clock(table: Table) -> Table:
    """Stop the clock when its seat is no longer in turn, or a ruling stops play."""
    hand = table.hand
    if table.clock is None:
        return table
    if hand is None or hand.turn != table.clock.seat or stops_play(table):
        return replace(table, clock=None)
    return table
