"""The common type of public events."""

from typing import ClassVar

import msgspec


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The common type of all publishable events; `type` is its name on the wire.

    Events hold no cycles, so the garbage collector can skip them.
    """

    type: ClassVar[str] = ""
