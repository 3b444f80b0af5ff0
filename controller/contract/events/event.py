"""What a public event is."""

from typing import ClassVar

import msgspec


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """The common type of all that may be published; `type` is its name on the wire."""

    type: ClassVar[str] = ""
