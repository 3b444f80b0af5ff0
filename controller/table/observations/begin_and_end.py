"""Processes one observation: anything due before it, its consequences, and the next wake-up.

Moves made while the controller was off are also processed here, one by one (`moved_while_off.py`).
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft, ChipsAt, Observation, TimePassed
from controller.table.betting import (
    honour,
    judge_mucked,
    mucked_until,
    runs_out,
    stop_clock,
    time_decision,
    time_passed,
    wait_for_word,
)
from controller.table.between_hands import level_over, minutes_over, served_at
from controller.table.chips import count_stacks, judge_less, look_for_debts
from controller.table.chips_in_front import judge_lifted, judge_parts
from controller.table.dealing import asks_at, end_if_short, judge_held, judge_lacking, judge_passing
from controller.table.observations.card_moves import card_at, card_left
from controller.table.observations.chips_come import chips_come
from controller.table.resolving_rulings import follow, lay_waiting
from controller.table.state import (
    Betting,
    Dealing,
    Paying,
    Play,
    Showdown,
    Transition,
    next_positions,
)

_WAITED_IN: Final = frozenset({Paying, Showdown})
"""The stages of a hand in which everything that is due is checked after each observation."""


def begin(play: Play) -> None:
    """Process everything that was due before the observation, such as the end of a level."""
    play.table = replace(play.table, at=max(play.table.at, play.at))
    level_over(play)
    if waits_for_minutes(play):
        minutes_over(play)


def waits_for_minutes(play: Play) -> bool:
    """Return whether no hand can start until a penalty given in minutes has been served."""
    table = play.table
    return bool(table.serving) and not play.hand.running and not next_positions(table, play.house)


def end(play: Play) -> Transition:
    """Apply all consequences of an observation, and return the complete transition."""
    if play.table.rulings:
        follow(play)
    stage = play.hand.stage
    # Now handle acts that are waiting for their turn, and cards held until their order is known.
    if type(stage) is Betting:
        if stage.early:
            honour(play)
            # A ruling may require chips to be taken back that are no longer there.
            follow(play)
            awaited = True
        else:
            awaited = _may_owe(play)
    elif type(stage) is Dealing:
        _judge(play, stage)
        awaited = bool(stage.held)
    else:
        awaited = type(stage) in _WAITED_IN or bool(play.hand.cards.waiting)
    if awaited or play.hand.due is not None:
        _what_is_due_in_turn(play)
        if type(stage) is Paying and type(play.hand.stage) is Showdown:
            # A hand may have been turned up before the last chips came.
            wait_for_word(play)
    if play.hand.cards.passing:
        judge_passing(play)
        follow(play)
    if play.table.devices.back:
        judge_lacking(play)
        follow(play)
    if play.table.devices.stacks is not None:
        count_stacks(play)
    if play.table.timed:
        _clocks(play)
    hand = play.hand
    if play.table.hand is not hand:
        play.table = replace(play.table, hand=hand)
    return play


def _what_is_due_in_turn(play: Play) -> None:
    """Handle everything due, and apply any actions out of turn whose turn has come as a result.

    If a hand dies, for example, the turn may pass to a seat that has already acted out of turn.
    """
    hand = play.hand
    _what_is_due(play)
    while play.hand.betting.early and play.hand.status is not hand.status:
        hand = play.hand
        honour(play)
        follow(play)
        _what_is_due(play)


def _what_is_due(play: Play) -> None:
    """Handle open questions, mucked hands, chips that are awaited, and board cards dealt early.

    Only those that this observation may have affected are examined.
    """
    due = play.hand.due
    if due is not None and due.mucked:
        judge_mucked(play)
        follow(play)
        play.wake(mucked_until(play.table, play.hand))
    if type(play.hand.stage) is Showdown or play.hand.awaits.asked is not None:
        wait_for_word(play)
    kind = type(play.hand.stage)
    owing = kind is Paying or (kind is Betting and _may_owe(play))
    if play.hand.due is not None:
        if kind is Betting and play.hand.awaits.left:
            judge_lifted(play)
            owing = True
        if play.hand.awaits.parts:
            judge_parts(play)
        if play.hand.awaits.less:
            judge_less(play)
    due = play.hand.due
    if owing or (due is not None and (due.owed or due.count is not None)):
        _look_for_debts(play)
    if play.hand.cards.waiting:
        lay_waiting(play)
        follow(play)
        if play.hand.awaits.count is not None:
            _look_for_debts(play)


def _may_owe(play: Play) -> bool:
    """Return whether this observation may have changed how much a seat owes during the betting."""
    table, before = play.table, play.before
    read = table.devices is not before.devices
    return play.moved or read or play.hand.bets is not before.hand.bets


def _look_for_debts(play: Play) -> None:
    """Look for chips that are owed or have not been gathered, if the table reads chips."""
    asked = not (play.unseen or play.table.fittings.keyed)
    if asked and look_for_debts(play):
        follow(play)


def _judge(play: Play, stage: Dealing) -> None:
    """Count cards whose place in the deal was uncertain, and set a wake-up if any still is."""
    if not stage.held:
        end_if_short(play)
        return
    judge_held(play)
    follow(play)
    play.wake_at = asks_at(play)


def _clocks(play: Play) -> None:
    """Stop the clock if its seat is no longer in turn, and set the next wake-up.

    The table must wake when a clock or level ends, or when a penalty in minutes has been served. An
    earlier wake-up that is already set is kept.
    """
    stop_clock(play)
    time_decision(play)
    clock, levels = play.table.clock, play.table.level_clock
    play.wake(runs_out(play, clock) if clock is not None else None)
    play.wake((levels.until or None) if levels is not None else None)
    play.wake(served_at(play.table) if waits_for_minutes(play) else None)


MOVES: Final[dict[type[Observation], Callable[[Play, Any], None]]] = {
    CardAt: card_at,
    CardLeft: card_left,
    ChipsAt: chips_come,
    TimePassed: time_passed,
}
"""The function that handles a move, or the passing of time."""


def by_itself(play: Play, seen: CardAt | CardLeft | ChipsAt | TimePassed) -> Transition:
    """Process one move, or the passing of time, and what follows; return the transition."""
    if play.table.timed:
        begin(play)
    MOVES[type(seen)](play, seen)
    return end(play)
