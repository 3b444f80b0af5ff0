"""The hand engine: one observation in, the next table and the events out.

`step` is pure: no clock, no chance, no I/O. The same observations give the same events.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from controller.contract.commands import Act
from controller.contract.observations import (
    CardAt,
    CardLeft,
    ChipsAt,
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
from controller.contract.public import DeviceBackSeen, DeviceLostSeen, PublicEvent, ZoneBlind
from controller.houses.model import House
from controller.table import floor
from controller.table.cards import card_at, card_left, resume
from controller.table.clock import stop_clock, time_passed
from controller.table.declarations import declared, knocked
from controller.table.early import honour
from controller.table.hands import can_start, start_hand
from controller.table.motions import chips_at
from controller.table.rulings import progress
from controller.table.state import Out, Table


class Step(msgspec.Struct, frozen=True, gc=False):
    """What an observation brings: the next table, its events, and when to be woken (ms).

    `refused` says why a command was not carried out (an id), empty when it was.
    """

    table: Table
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    wake_at: int | None = None
    refused: str = ""


_SENSED: dict[type, Callable[..., Table]] = {
    CardAt: card_at,
    ChipsAt: chips_at,
    Declared: declared,
    CardLeft: card_left,
    Knocked: knocked,
    TimePassed: time_passed,
}


def step(table: Table, observation: Observation, house: House) -> Step:
    """Give the table after an observation, and what there is to say about it."""
    out = Out(observation.at)
    refused = ""
    if table.clock is not None:
        table = replace(table, at=max(table.at, observation.at))
    kind = type(observation)
    if (sense := _SENSED.get(kind)) is not None:
        table = sense(table, observation, house, out)
    elif isinstance(observation, FloorSaid):
        table, refused = _command(table, observation, house, out)
    elif isinstance(observation, ShoeSaid):
        if observation.what == "shuffling" and not can_start(table, house):
            table = start_hand(table, house, out)
    elif isinstance(observation, DeviceLost):
        table = _device(table, observation.device, observation.zone, out, lost=True)
    elif isinstance(observation, DeviceBack):
        table = _device(table, observation.device, observation.zone, out, lost=False)
    if table.rulings:
        table = progress(table, house, out, resume)
    if table.hand is not None and table.hand.early:
        table = honour(table, house, out)
    if table.clock is None:
        return Step(table, tuple(out.public), tuple(out.private), None, refused)
    table = stop_clock(table)
    wake_at = table.clock.until if table.clock else None
    return Step(table, tuple(out.public), tuple(out.private), wake_at, refused)


def _command(table: Table, said: FloorSaid, house: House, out: Out) -> tuple[Table, str]:
    try:
        command = floor.decode(said.command)
    except msgspec.DecodeError:
        return table, "unknown-command"
    if isinstance(command, Act):
        press = floor.declaration(command, said.at)
        if press is None or not 1 <= command.seat < len(table.seats):
            return table, "unknown-key"
        before = len(out.public)
        table = declared(table, press, house, out)
        refused = [e.reason for e in out.public[before:] if e.type == "action.refused"]  # type: ignore[attr-defined]
        return table, refused[0] if refused else ""
    return floor.obey(table, command, said.by, house, out, resume)


def _device(table: Table, device: str, zone: str, out: Out, *, lost: bool) -> Table:
    out.say(DeviceLostSeen(device) if lost else DeviceBackSeen(device))
    if not zone:
        return table
    out.say(ZoneBlind(zone, blind=lost))
    others = tuple(z for z in table.blind_zones if z != zone)
    return replace(table, blind_zones=(*others, zone) if lost else others)
