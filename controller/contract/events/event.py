"""The base type of public events."""

from typing import ClassVar

import msgspec


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The base type of all publishable events; `type` is the event's name in messages.

    Events contain no reference cycles, so the garbage collector can skip them.
    """

    type: ClassVar[str] = ""
