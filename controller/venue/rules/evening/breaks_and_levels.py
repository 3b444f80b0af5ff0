"""The room's clock during play: levels, breaks, holds on the tables, and who controls the clock."""

from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.floor.direction import ClockDelegated, ClockKeeper
from controller.contract.venue.outputs import HoldTable, LevelBegan, ReleaseTable
from controller.venue.rules.books.deeds import ClockDeed
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.calculations import levels
from controller.venue.rules.calculations.entries import closed
from controller.venue.rules.calculations.levels import Clock, Level
from controller.venue.rules.evening import (
    days,
    decisions,
    rebuys_and_add_ons,
    tables_hand_for_hand,
    unpaid_rebuys,
)
from controller.venue.rules.prizes import wall_postings
from controller.venue.rules.seating import colour_ups, moving, redraw, unsold

BREAK = "break"
"""The name of the hold that stops tables from dealing during a break."""


MINUTE = 60_000
"""A minute, in ms."""

START = "start"
"""The name of the hold that stops tables from dealing before the tournament starts."""

OWN_HOLDS = frozenset({
    BREAK, START, tables_hand_for_hand.NAME, days.NAME, moving.BALANCE, colour_ups.NAME,
    redraw.NAME, decisions.DECK, unpaid_rebuys.NAME,
})  # fmt: skip
"""The names of the room's own holds. Staff can't give these names to their own holds, because
releasing one would also release the room's."""


def look(work: Work) -> None:
    """Announce each level or break that has begun since the last call, and apply it."""
    room = work.room
    if not room.started or room.ended:
        return
    work.change(clock=levels.run_to(room.clock, room.levels, room.at))
    while work.room.said_level < work.room.clock.at:
        _begin(work, work.room.said_level + 1)


def _begin(work: Work, at: int) -> None:
    room = work.room
    level = room.levels[at]
    was_break = at > 0 and room.levels[at - 1].is_break
    work.change(said_level=at)
    work.say(LevelBegan(level.number, level.small_blind, level.big_blind, level.ms))
    if at == 1:
        wall_postings.announced(work)
    if was_break:
        _release(work, BREAK)
    if tables_hand_for_hand.by_the_hand(work):
        clock_of = levels.release if level.is_break else levels.hold
        clock = clock_of(work.room.clock, work.room.levels, work.room.at, tables_hand_for_hand.NAME)
        work.change(clock=clock)
    if days.due(work, at) and not work.room.day.ending:
        days.end(work)
        return
    _play(work, at)


def _play(work: Work, at: int) -> None:
    """Tell the tables to play a level or to wait during a break, and carry out what is due then."""
    room = work.room
    if room.levels[at].is_break:
        work.order_all(HoldTable, work.room.open_tables, name=BREAK)
    else:
        tell_all(work)
    if any(one.is_break for one in room.levels[: at + 1]):
        rebuys_and_add_ons.give_rebuy(work)  # also if the clock was set to after the break
    if closed(work.rules.entries, room.levels, at):
        unsold.close(work)
    colour_ups.look(work)


def hold_room(work: Work, name: str, clock_runs: bool) -> None:
    """Hold every table after its current hand, and stop the clock unless `clock_runs`.

    `name` identifies this hold, which must later be released under the same name. It replaces an
    earlier one with that name.
    """
    refuse_if(not name, "no-name")
    refuse_if(name in OWN_HOLDS, "hold-of-the-room")
    room = work.room
    if not clock_runs:
        work.change(clock=levels.hold(room.clock, room.levels, room.at, name))
        remember(work, "hold", room.clock)
    else:
        if name in room.clock.holds:
            work.change(clock=levels.release(room.clock, room.levels, room.at, name))
            remember(work, "release", room.clock)
        if name not in room.holds:
            work.change(holds=(*room.holds, name))
    work.order_all(HoldTable, room.open_tables, name=name, clock_runs=clock_runs)


def jump(work: Work, index: int) -> None:
    """Move the clock to the start of the level or break at an index in the list of levels."""
    room = work.room
    refuse_if(not room.started or room.ended, "not-started")
    refuse_if(not 0 <= index < len(room.levels), "no-such-level")
    look(work)
    after_break = index > 0 and room.levels[index - 1].is_break
    if room.levels[work.room.clock.at].is_break and not after_break:
        _release(work, BREAK)
    clock = levels.jump(work.room.clock, room.at, index)
    work.change(clock=clock, said_level=index - 1)
    remember(work, "jump", room.clock)


def move(work: Work, *, longer: bool) -> None:
    """Lengthen or shorten the current level or break by a minute."""
    room = work.room
    refuse_if(not room.started or room.ended, "not-started")
    look(work)
    clock = work.room.clock
    refuse_if(not room.levels[clock.at].ms, "level-has-no-end")
    ms = MINUTE if longer else -MINUTE
    work.change(clock=levels.move(clock, room.levels, room.at, ms))
    remember(work, "longer" if longer else "shorter", room.clock)
    if work.room.clock.at == clock.at:
        tell_all(work)


def undo(work: Work) -> None:
    """Set the clock to what it would show if staff had not made the last change to it.

    Chips given out in a break remain with the players, and entries closed by a level stay closed.
    """
    room, deed = work.room, work.room.undo
    if deed is None or room.ended or deed.holds != room.clock.holds:
        raise Refused("nothing-to-undo")
    if deed.levels:
        work.change(levels=deed.levels)
    clock = levels.run_to(deed.before, room.levels, room.at)
    if room.levels[room.clock.at].is_break and not room.levels[clock.at].is_break:
        _release(work, BREAK)
    for name in set(room.clock.holds) - set(clock.holds):
        if name in room.holds:  # before, it let the clock run
            work.order_all(HoldTable, room.open_tables, name=name, clock_runs=True)
        else:
            _release(work, name)
    for name in set(clock.holds) - set(room.clock.holds):
        work.order_all(HoldTable, room.open_tables, name=name, clock_runs=False)
    work.change(clock=clock, undo=None)
    if room.started and clock.at != room.said_level:
        work.change(said_level=clock.at - 1)
    elif room.started:
        tell_all(work)


def remember(work: Work, deed: ClockChange, before: Clock, sheet: tuple[Level, ...] = ()) -> None:
    """Store the clock as it was before a staff change, so that the change can be undone.

    `sheet` holds the levels before the change, or () if it changed none.
    """
    work.change(undo=ClockDeed(deed, before, work.room.clock.holds, sheet))


def tell_all(work: Work) -> None:
    """Order every table to play the current level."""
    for number in work.room.open_tables:
        work.tell_level(number)


def hold_like_the_others(work: Work, table: int) -> None:
    """Give a newly opened table every hold that the other tables have."""
    room = work.room
    runs = [name for name in room.holds if name not in room.clock.holds]
    if room.started and room.levels[room.clock.at].is_break:
        runs.append(BREAK)
    if room.synchronised is not None and tables_hand_for_hand.NAME not in room.clock.holds:
        runs.append(tables_hand_for_hand.NAME)
    if any(move.redraw for move in room.moves):
        runs.append(redraw.NAME)
    for name in room.clock.holds:
        work.order(HoldTable, table, name=name, clock_runs=False)
    for name in runs:
        work.order(HoldTable, table, name=name)


def release_room(work: Work, name: str) -> None:
    """Release the hold with this name on all tables and the clock."""
    room = work.room
    held = name in room.clock.holds
    if held and name == days.NAME and days.due(work, room.clock.at):
        _play(work, room.clock.at)  # the day ended before this level could begin
    work.change(holds=tuple(one for one in room.holds if one != name))
    if name == days.NAME:
        work.put_clock(lambda clock: levels.release(clock, room.levels, room.at, name))
    else:
        work.change(clock=levels.release(room.clock, room.levels, room.at, name))
        if held:
            remember(work, "release", room.clock)
    _release(work, name)


def _release(work: Work, name: str) -> None:
    # A table without players may still be held from before.
    work.order_all(ReleaseTable, work.room.tables, name=name)


def delegate(work: Work, said: ClockDelegated) -> None:
    """Allow a staff member to control the clock, or withdraw that permission."""
    rule, keepers = work.rules.penalties.delegated_clock, work.room.keepers
    refuse_if(not rule.value, "clock-is-the-directors")
    refuse_if((said.to in keepers) == said.on or not said.to, "nothing-changes")
    others = tuple(one for one in keepers if one != said.to)
    work.change(keepers=(*others, said.to) if said.on else others)
    work.say(ClockKeeper(said.to, said.on, rule.article))
