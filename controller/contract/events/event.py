"""What a public event is."""

from typing import ClassVar

import msgspec


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The common type of all that may be published; `type` is its name on the wire.

    Events hold no cycles, so the garbage collector need not look at them.
    """

    type: ClassVar[str] = ""
