"""The course of one observation: taken in, rulings followed, what has waited, when to wake.

What was moved while the controller was off comes in one by one here, too (`moved.py`).
"""

import msgspec
from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft, ChipsAt, TimePassed
from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent
from controller.table.cards import card_at, card_left
from controller.table.clock import runs_out, stop_clock, time_decision, time_passed
from controller.table.dealing import held_until, judge_held
from controller.table.early import honour
from controller.table.flow import follow
from controller.table.hand import Betting, Dealing
from controller.table.levels import level_over
from controller.table.motions import chips_at
from controller.table.penalties import minutes_over, served_at
from controller.table.play import Play
from controller.table.positions import next_positions
from controller.table.state import Table
from controller.table.undo import lay_waiting


class Transition(msgspec.Struct, frozen=True, gc=False):
    """What an observation brings: the next table, its events, and when to be woken (ms).

    `refused` says why a command was not carried out (an id), empty when it was.
    """

    table: Table
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    wake_at: int | None = None
    refused: str = ""


def begin(play: Play) -> None:
    """Let what was due by the clock happen before the observation."""
    play.table = replace(play.table, at=max(play.table.at, play.at))
    level_over(play)
    if waits_for_minutes(play):
        minutes_over(play)


def waits_for_minutes(play: Play) -> bool:
    """Return whether no hand can start before somebody has served their minutes."""
    table = play.table
    return bool(table.serving) and not play.hand.running and not next_positions(table, play.house)


def end(play: Play) -> Transition:
    """See what comes of an observation by itself, and return all that it brings."""
    table = play.table
    if table.rulings:
        follow(play)
        table = play.table
    hand, wake_at = play.hand, None
    stage = hand.stage
    # What waits for its time: acts out of turn, cards whose order is not known, a board.
    if type(stage) is Betting:
        if stage.early:
            honour(play)
            lay_waiting(play)
            table, hand = play.table, play.hand
    elif type(stage) is Dealing:
        if stage.held:
            wake_at = _judge(play)
            table, hand = play.table, play.hand
    elif hand.cards.waiting:
        lay_waiting(play)
        table, hand = play.table, play.hand
    if table.timed:
        wake_at = _clocks(play, wake_at)
        table = play.table
    if table.hand is not hand:
        table = replace(table, hand=hand)
    return Transition(table, play.public, play.private, wake_at, play.refused)


def _judge(play: Play) -> int | None:
    """Judge the cards of the deal that are held; return when the first that still is can be."""
    judge_held(play)
    if play.table.rulings:
        follow(play)
    return held_until(play.hand)


def _clocks(play: Play, wake_at: int | None) -> int | None:
    """Stop the clock of a seat that is not in turn; return when to wake for the clocks."""
    stop_clock(play)
    time_decision(play)
    clock, levels = play.table.clock, play.table.level_clock
    wake_at = _earlier(wake_at, runs_out(clock) if clock is not None else None)
    wake_at = _earlier(wake_at, (levels.until or None) if levels is not None else None)
    return _earlier(wake_at, served_at(play.table) if waits_for_minutes(play) else None)


def by_itself(play: Play, seen: CardAt | CardLeft | ChipsAt | TimePassed) -> Transition:
    """Return all that one movement, or time that passes, brings; nothing is held back."""
    if play.table.timed:
        begin(play)
    match seen:
        case CardAt():
            card_at(play, seen)
        case CardLeft():
            card_left(play, seen)
        case ChipsAt():
            chips_at(play, seen)
        case TimePassed():
            time_passed(play, seen)
    return end(play)


def _earlier(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
