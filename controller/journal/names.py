"""The name of who sits down: kept where it can be forgotten, and told as long as it is there.

Public events are in the chain for good. A name that a command gave is in what was observed, which
goes when its time is over: the event on disk has none, and is told with the name that is found
there.
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
    """Return an event as it gets to the disk, where `observation` caused it."""
    if isinstance(event, SeatTaken) and event.name and name_in(observation) == event.name:
        return replace(event, name="")
    return event


def with_name(data: bytes, observation: Observation | None) -> bytes:
    """Return the JSON of a `seat.taken` with the name that is known from what was observed."""
    name = name_in(observation) if observation is not None else ""
    if not name:
        return data
    event = msgspec.json.decode(data)
    return data if event.get("name") else _encode({**event, "name": name})


def name_in(observation: Observation) -> str:
    """Return the name that a command gives, "" where there is none."""
    if not isinstance(observation, FloorSaid):
        return ""
    try:
        return msgspec.json.decode(observation.command, type=_Named).name
    except msgspec.DecodeError:
        return ""
