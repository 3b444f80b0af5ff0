"""The hand engine: one observation in, the next table and the events out.

`step` is pure: no clock, no chance, no I/O. The same observations give the same events.
"""

from controller.contract.observations import (
    ButtonAt,
    CardAt,
    CardLeft,
    CardTwice,
    ChipsAt,
    DeckRead,
    Declared,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    FoundMoved,
    JournalCut,
    Knocked,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.houses.model import House
from controller.table.button import button_at
from controller.table.cards import card_at, card_left
from controller.table.clock import time_passed
from controller.table.course import Transition, begin, end, timed
from controller.table.deck import card_twice, deck_read, shoe_said
from controller.table.declarations import declared, knocked
from controller.table.devices import device_seen
from controller.table.floor import floor_said
from controller.table.motions import chips_at
from controller.table.moved import found_moved, while_held
from controller.table.play import Play
from controller.table.state import Table

__all__ = ["Transition", "step"]


def step(table: Table, observation: Observation, house: House) -> Transition:
    """Return the table after an observation, and what there is to say about it."""
    play = Play(table, table.hand, house, observation.at)
    if timed(table):
        begin(play)
    if table.moved and while_held(play, observation):
        return end(play)
    # Nearly all that a table sees are these three.
    if type(observation) is CardAt:
        card_at(play, observation)
    elif type(observation) is ChipsAt:
        chips_at(play, observation)
    elif type(observation) is Declared:
        declared(play, observation)
    else:
        _take(play, observation)
    return end(play)


def _take(play: Play, observation: Observation) -> None:
    """Take one of the observations that come seldom."""
    match observation:
        case CardLeft():
            card_left(play, observation)
        case CardTwice():
            card_twice(play, observation)
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
        case DeviceLost() | DeviceBack() | JournalCut():
            device_seen(play, observation)
        case FoundMoved():
            found_moved(play, observation)
