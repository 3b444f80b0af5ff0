"""The hand engine: takes a table and an observation, and returns the new table and the events.

`step` is pure: no clock, no randomness, no I/O. The same observations produce the same events.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.contract.observations import (
    BadgeAt,
    BadgeLeft,
    ButtonAt,
    CardTwice,
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
    StreamDue,
)
from controller.houses.model import House
from controller.table.between_hands import stream_due
from controller.table.dealing import button_at, card_twice, deck_read, shoe_said
from controller.table.observations import MOVES, begin, declared, end, floor_said, knocked
from controller.table.power_loss import device_seen, found_moved, while_held
from controller.table.state import Play, Table, Transition

__all__ = ["Transition", "step"]


def step(table: Table, observation: Observation, house: House) -> Transition:
    """Return the table after an observation, with the events to publish."""
    play = Play(table, table.hand, house, observation.at, table)
    if table.timed:
        begin(play)
    if table.devices.moved and while_held(play, observation):
        return end(play)
    _TAKEN[type(observation)](play, observation)
    return end(play)


_TAKEN: Final[dict[type[Observation], Callable[[Play, Any], None]]] = {
    **MOVES,
    CardTwice: card_twice,
    Declared: declared,
    Knocked: knocked,
    BadgeAt: lambda *_: None,  # a badge does not concern a hand
    BadgeLeft: lambda *_: None,
    ButtonAt: button_at,
    ShoeSaid: shoe_said,
    DeckRead: deck_read,
    FloorSaid: floor_said,
    DeviceLost: device_seen,
    DeviceBack: device_seen,
    FoundMoved: found_moved,
    JournalCut: device_seen,
    StreamDue: lambda play, due: stream_due(play, due.hand),
}
