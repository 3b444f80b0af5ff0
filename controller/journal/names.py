"""Keeps the names of seated players out of stored events, so that names can be forgotten.

Public events stay in the hash chain forever, so an event is stored without the player's name. A
name given in a command is part of the observation, which is deleted after its retention time. Until
that time, the name is read from the observation whenever the event is published.
"""

import msgspec
from msgspec.structs import replace

from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import PublicEvent, SeatTaken

TYPE = SeatTaken.type
_encode = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    name: str = ""


def nameless(event: PublicEvent, observation: Observation) -> PublicEvent:
    """Return an event as it is written to disk, without the name given in the observation."""
    if isinstance(event, SeatTaken) and event.name and name_in(observation) == event.name:
        return replace(event, name="")
    return event


def with_name(data: bytes, observation: Observation | None) -> bytes:
    """Return the JSON of a `seat.taken` event, adding the name given in the observation.

    If the event already has a name, or there is no name to add, `data` is returned unchanged.
    """
    name = name_in(observation) if observation is not None else ""
    if not name:
        return data
    event = msgspec.json.decode(data)
    return data if event.get("name") else _encode({**event, "name": name})


def name_in(observation: Observation) -> str:
    """Return the name given in a command, or "" if there is none."""
    if not isinstance(observation, FloorSaid):
        return ""
    try:
        return msgspec.json.decode(observation.command, type=_Named).name
    except msgspec.DecodeError:
        return ""
