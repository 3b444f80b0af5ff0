"""Compares the events of an observation with those that were published for it earlier.

The earlier events may come from an older version of Tapis, and so lack some fields.
"""

from collections.abc import Sequence

import msgspec

from controller.contract.public import PublicEvent

_json = msgspec.json.Encoder().encode


def as_told(events: Sequence[PublicEvent], told: Sequence[tuple[str, bytes]]) -> bool:
    """Return whether `events` match `told`, the events published earlier, each as (type, JSON).

    `events` may have fields that the published ones lack.
    """
    now = [(event.type, _json(event)) for event in events]
    if now == list(told):
        return True
    if [kind for kind, _ in now] != [kind for kind, _ in told]:
        return False
    return all(_holds(after, before) for (_, after), (_, before) in zip(now, told, strict=True))


def _holds(after: bytes, before: bytes) -> bool:
    try:
        said = msgspec.json.decode(before, type=dict)
    except msgspec.MsgspecError:
        return False
    now = msgspec.json.decode(after, type=dict)
    return all(name in now and now[name] == value for name, value in said.items())
