"""The clock: called on a seat, it runs out, and the hand is dead."""

from msgspec.structs import replace

from controller.contract.observations import TimePassed
from controller.contract.public import ActionRefused, ClockExpired, ClockStarted
from controller.contract.rules import Action, Kind, Outcome
from controller.table.actions import act
from controller.table.betting import to_call
from controller.table.dead import kill_now
from controller.table.irregular import found
from controller.table.play import Play
from controller.table.rulings import stops_play
from controller.table.state import Clock


def call_clock(play: Play, by: int, seat: int) -> None:
    """Start the clock on the seat in turn, when the house lets this player call it."""
    why = _why_not(play, seat)
    caller = play.table.seats[by]
    if not caller.taken or caller.absent or caller.excluded:
        why = "not-seated"
    elif by == seat and not play.house.clock.own.value:
        why = why or "not-on-oneself"
    if why:
        play.say(ActionRefused(by, "time", why))
    else:
        _start(play, by, seat)


def floor_clock(play: Play, seat: int) -> str:
    """Start the clock because the floor says so; return why not, nothing when it runs."""
    why = _why_not(play, seat)
    if not play.house.clock.floor.value:
        why = "not-the-floors"
    if not why:
        _start(play, 0, seat)
    return why


def _why_not(play: Play, seat: int) -> str:
    turn = play.hand.turn
    if not turn or turn != seat:
        return "not-in-turn"
    if stops_play(play.table):
        return "ruling-open"
    return "clock-runs" if play.table.clock is not None else ""


def _start(play: Play, by: int, seat: int) -> None:
    seconds = play.house.clock.seconds.value + play.house.clock.count.value
    seconds = min(seconds, play.table.seats[seat].seconds or seconds)
    play.say(ClockStarted(seat, seconds, by))
    clock = Clock(seat, play.at + seconds * 1000, by)
    play.table = replace(play.table, at=play.at)
    play.time(clock=clock)


def time_passed(play: Play, passed: TimePassed) -> None:
    """Let the clock run out when it is time: the hand is dead, or has checked, by the house."""
    clock = play.table.clock
    if clock is None or passed.at < clock.until:
        return
    play.time(clock=None)
    seat = clock.seat
    if play.hand.turn != seat or stops_play(play.table):
        return
    play.say(ClockExpired(seat))
    facing = "facing-bet" if to_call(play.table, play.hand, seat) else "unopened"
    remedy = found(play, Kind.HAND_CLOCK, seat=seat, tags={facing})
    if remedy.outcome is Outcome.DEAD:
        kill_now(play, seat, "clock", remedy.article)
    elif remedy.outcome is Outcome.CHECK and facing == "unopened":
        act(play, Action.CHECK)


def stop_clock(play: Play) -> None:
    """Stop the clock when its seat is no longer in turn, or a ruling stops play."""
    clock = play.table.clock
    if clock is not None and (play.hand.turn != clock.seat or stops_play(play.table)):
        play.time(clock=None)
