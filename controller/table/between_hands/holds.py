"""Holds, which keep new hands from starting; each has a name, a reason and an owner.

Commands return the id of the reason for a refusal, or "" if they are carried out.
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import (
    HoldReason,
    HoldView,
    StreetHeld,
    TableHeld,
    TablePaused,
    TableReleased,
    TableResumed,
)
from controller.contract.rules import Street
from controller.table.between_hands import seating
from controller.table.state import PLACE, STREETS, Hand, Play, Table

PAUSE = "pause"
"""The name of the floor's own hold on this table, set by `pause`."""
LEVEL_BREAK = "level-break"
"""The name of the hold that the level clock sets during a break."""
OWN = frozenset({PAUSE, LEVEL_BREAK})
MOST = 20


def in_force(table: Table) -> tuple[HoldView, ...]:
    """Return the table's holds.

    A table saved by an old version recorded only that it was paused, so its hold is inferred.
    """
    if table.at_rest.holds or not table.paused:
        return table.at_rest.holds
    clock = table.level_clock
    if clock is not None and clock.on_break:
        return (HoldView(LEVEL_BREAK, HoldReason.BREAK, clock_runs=True),)
    return (HoldView(PAUSE, HoldReason.PAUSE),)


def names(holds: tuple[HoldView, ...]) -> tuple[str, ...]:
    """Return the names of the holds that keep the next hand from starting, except lifted holds."""
    return tuple([one.hold for one in holds if not one.one_hand])


def clock_stands(table: Table) -> bool:
    """Return whether a hold stops the level clock.

    During a break, the clock keeps running even if the floor pauses the table.
    """
    clock = table.level_clock
    on_break = clock is not None and clock.on_break
    return any(
        not one.clock_runs and not (on_break and one.hold == PAUSE) for one in in_force(table)
    )


def hold(play: Play, command: c.Hold) -> str:
    """Put a hold on the table: no new hand starts until it is released.

    Returns the id of the reason for a refusal, or "".
    """
    if not command.hold or command.hold in OWN:
        return "bad-hold"
    if len(play.table.at_rest.holds) >= MOST:
        return "too-many-holds"
    one = HoldView(command.hold, command.reason, play.at, clock_runs=command.clock_runs)
    _put(play, replace(one, at_once=command.at_once))
    tell_held(play)
    return ""


def pause(play: Play, reason: str) -> str:
    """Set the floor's own hold: no new hand starts until it is released.

    Always returns "", because this is never refused.
    """
    play.say(TablePaused(reason))
    _put(play, HoldView(PAUSE, HoldReason.PAUSE, play.at))
    return ""


def release(play: Play, name: str) -> str:
    """Release the hold `name`, if it is in force; always return ""."""
    holds = in_force(play.table)
    left = tuple([one for one in holds if one.hold != name])
    if len(left) < len(holds):
        _keep(play, left)
        play.say(TableReleased(name, names(left)))
    return ""


def deal_one(play: Play, command: c.DealOne) -> str:
    """Lift a hold for one hand or, if the command asks for that, for one street.

    Returns the id of the reason for a refusal, or "".
    """
    name, hand = command.hold, play.hand
    holds = in_force(play.table)
    if hand.running and not on_street(play.table, hand):
        return "hand-running"
    stopping = _of_street(play.table, hand) if hand.running else names(holds)
    if name not in stopping and (hand.running or all(one.hold != name for one in holds)):
        return "no-hold"
    street = STREETS[hand.street + 1 if hand.running else 0] if command.by_street else None
    freed = tuple(
        [
            replace(one, one_hand=True, to_street=street) if one.hold == name else one
            for one in holds
        ]
    )
    _keep(play, freed)
    play.say(TableReleased(name, names(freed), one_hand=True, to_street=street))
    return ""


def on_street(table: Table, hand: Hand) -> bool:
    """Return whether a hold keeps the next street from being dealt."""
    return bool(table.at_rest.holds) and hand.street_due and bool(_of_street(table, hand))


def _of_street(table: Table, hand: Hand) -> tuple[str, ...]:
    """Return the names of the holds that keep the hand from moving on to the next street."""
    return tuple(
        [
            one.hold
            for one in table.at_rest.holds
            if one.to_street is not None and PLACE[one.to_street] <= hand.street
        ]
    )


def tell_street(play: Play) -> None:
    """Report the end of the betting round and the hold, if a hold delays the next street."""
    if on_street(play.table, play.hand):
        street: Street = STREETS[play.hand.street + 1]
        play.say(StreetHeld(street, _of_street(play.table, play.hand)))


def begin_break(play: Play) -> None:
    """Put the table on hold for a break, unless it already has a break hold."""
    if all(one.hold != LEVEL_BREAK for one in play.table.at_rest.holds):
        play.say(TablePaused("break"))
        _put(play, HoldView(LEVEL_BREAK, HoldReason.BREAK, play.at, clock_runs=True))


def end_break(play: Play) -> None:
    """Release the hold for the break; other holds remain."""
    left = tuple([one for one in in_force(play.table) if one.hold != LEVEL_BREAK])
    if names(left):
        play.say(TableReleased(LEVEL_BREAK, names(left)))
    else:
        play.say(TableResumed())
    _keep(play, left)


def release_all(play: Play) -> None:
    """Release all holds, whatever their reason."""
    _keep(play, ())


def hand_over(play: Play) -> None:
    """Reinstate the holds that were lifted for one hand."""
    holds = play.table.at_rest.holds
    if any(one.one_hand for one in holds):
        _keep(
            play,
            tuple([replace(one, one_hand=False, to_street=None, since=play.at) for one in holds]),
        )


def lift_again(play: Play, before: tuple[HoldView, ...]) -> None:
    """Lift the same holds as when a hand was first played, because the hand has been reopened.

    `before` contains the holds as they stood during that hand.
    """
    lifted = {one.hold: one.to_street for one in before if one.one_hand}
    if lifted:
        holds = [
            replace(one, one_hand=True, to_street=lifted[one.hold]) if one.hold in lifted else one
            for one in in_force(play.table)
        ]
        _keep(play, tuple(holds))


def tell_held(play: Play) -> None:
    """Report all holds between hands, if at least one of them comes from outside the table.

    Holds set by the table's own level clock or floor are not reported on their own.
    """
    holds = names(in_force(play.table))
    if holds and not play.hand.running and not OWN.issuperset(holds):
        play.say(TableHeld(holds))


def _put(play: Play, one: HoldView) -> None:
    """Set a hold; a hold of the same name is replaced, but its start time is kept."""
    holds = in_force(play.table)
    since = next((old.since for old in holds if old.hold == one.hold), one.since)
    others = tuple([old for old in holds if old.hold != one.hold])
    _keep(play, (*others, replace(one, since=since)))
    if not play.hand.running:
        seating.at_rest(play)


def _keep(play: Play, holds: tuple[HoldView, ...]) -> None:
    """Store these holds, and stop or start the level clock accordingly."""
    play.rest(holds=holds)
    play.table = replace(play.table, paused=bool(names(holds)))
    turn_clock(play)


def turn_clock(play: Play) -> None:
    """Stop or start the level clock as the holds require."""
    clock = play.table.level_clock
    if clock is None:
        return
    if clock.until and clock_stands(play.table):
        clock = replace(clock, until=0, left=max(clock.until - play.at, 1))
    elif not clock.until and not clock.waits and not clock_stands(play.table):
        clock = replace(clock, until=play.at + clock.left, left=0)
    else:
        return
    play.table = replace(play.table, at=play.at)
    play.time(level_clock=clock)
