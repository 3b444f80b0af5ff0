"""The course of one observation: taken in, rulings followed, what has waited, when to wake.

What was moved while the controller was off comes in one by one here, too (`moved.py`).
"""

import msgspec
from msgspec.structs import replace

from controller.contract.observations import (
    ButtonAt,
    CardAt,
    CardLeft,
    ChipsAt,
    DeckRead,
    Declared,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    Knocked,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent
from controller.table.button import button_at
from controller.table.cards import card_at, card_left
from controller.table.clock import stop_clock, time_passed
from controller.table.dealing import held_until, judge_held
from controller.table.deck import deck_read, shoe_said
from controller.table.declarations import declared, knocked
from controller.table.devices import device_seen
from controller.table.early import honour
from controller.table.floor import floor_said
from controller.table.flow import follow
from controller.table.hand import Betting, Dealing
from controller.table.levels import level_over
from controller.table.motions import chips_at
from controller.table.play import Play
from controller.table.state import Table
from controller.table.undo import lay_waiting


class Step(msgspec.Struct, frozen=True, gc=False):
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
    table = play.table
    if table.clock is not None or table.level_clock is not None:
        play.table = replace(table, at=max(table.at, play.at))
        level_over(play)


def take(play: Play, observation: Observation) -> None:
    """Take an observation in."""
    match observation:
        case CardAt():
            card_at(play, observation)
        case CardLeft():
            card_left(play, observation)
        case ChipsAt():
            chips_at(play, observation)
        case Declared():
            declared(play, observation)
        case FloorSaid():
            floor_said(play, observation)
        case TimePassed():
            time_passed(play, observation)
        case Knocked():
            knocked(play, observation)
        case ShoeSaid():
            shoe_said(play, observation)
        case DeckRead():
            deck_read(play, observation)
        case ButtonAt():
            button_at(play, observation)
        case DeviceLost() | DeviceBack():
            device_seen(play, observation)


def end(play: Play) -> Step:
    """See what comes of an observation by itself, and return all that it brings."""
    if play.table.rulings:
        follow(play)
    wake_at = None
    hand = play.hand
    stage = hand.stage
    # What waits for its time: acts out of turn, cards whose order is not known, a board.
    if isinstance(stage, Betting) and stage.early:
        honour(play)
    if hand.cards.waiting:
        lay_waiting(play)
    if isinstance(stage, Dealing) and stage.held:
        wake_at = _judge(play)
    table = play.table
    if table.clock is not None or table.level_clock is not None:
        wake_at = _clocks(play, wake_at)
        table = play.table
    if table.hand is not play.hand:
        table = replace(table, hand=play.hand)
    return Step(table, tuple(play.public), tuple(play.private), wake_at, play.refused)


def _judge(play: Play) -> int | None:
    """Judge the cards of the deal that are held; return when the first that still is can be."""
    judge_held(play)
    if play.table.rulings:
        follow(play)
    return held_until(play.hand)


def _clocks(play: Play, wake_at: int | None) -> int | None:
    """Stop the clock of a seat that is not in turn; return when to wake for the clocks."""
    stop_clock(play)
    clock, levels = play.table.clock, play.table.level_clock
    wake_at = _earlier(wake_at, clock.until if clock is not None else None)
    return _earlier(wake_at, (levels.until or None) if levels is not None else None)


def whole(play: Play, observation: Observation) -> Step:
    """Return all that an observation brings that concerns nothing moved while it was off."""
    begin(play)
    take(play, observation)
    return end(play)


def _earlier(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
