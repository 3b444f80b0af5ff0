"""The clock: called on a seat, it runs out, and the hand is dead."""

from msgspec.structs import replace

from controller.contract.observations import TimePassed
from controller.contract.public import ActionRefused, ClockExpired, ClockStarted
from controller.houses.model import House
from controller.table.dead import kill_now
from controller.table.irregular import found
from controller.table.state import Clock, Out, Table


def call_clock(table: Table, house: House, out: Out, by: int, seat: int) -> Table:
    """Start the clock on the seat in turn, when the house lets this player call it."""
    hand = table.hand
    why = ""
    if hand is None or hand.turn != seat:
        why = "not-in-turn"
    elif table.clock is not None:
        why = "clock-runs"
    elif not table.seats[by].taken or table.seats[by].absent:
        why = "not-seated"
    if why:
        out.say(ActionRefused(by, "time", why))
        return table
    seconds = house.clock.seconds.value + house.clock.count.value
    out.say(ClockStarted(seat, seconds, by))
    return replace(table, at=out.at, clock=Clock(seat, out.at + seconds * 1000, by))


def time_passed(table: Table, passed: TimePassed, house: House, out: Out) -> Table:
    """Let the clock run out when it is time."""
    clock, hand = table.clock, table.hand
    if clock is None or passed.at < clock.until:
        return table
    table = replace(table, clock=None)
    if hand is None or hand.turn != clock.seat:
        return table
    out.say(ClockExpired(clock.seat))
    facing = "facing-bet" if hand.level_bet > hand.bets[clock.seat] else "unopened"
    table, remedy = found(table, house, out, "hand.clock", seat=clock.seat, tags={facing})
    if remedy.outcome == "dead":
        return kill_now(table, house, out, clock.seat, "clock", remedy.article)
    return table


def stop_clock(table: Table) -> Table:
    """Stop the clock when its seat is no longer in turn."""
    hand = table.hand
    if table.clock is not None and (hand is None or hand.turn != table.clock.seat):
        return replace(table, clock=None)
    return table
