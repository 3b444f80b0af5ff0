"""Notices sent outside the room, to a player's own address and to the league's channel.

Addresses are stored only with the person: no event, view, log row or export contains one.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Do

Way = Literal["mail", "telegram", "matrix", "discord"]
"""How notices reach a player: by e-mail, or through a chat service."""

LONGEST = 200
"""The maximum length of an address, in characters."""


class OwnNotices(Do, frozen=True, tag="own-notices"):
    """A player subscribes an address to notices, or stops them, using the secret in their link.

    If no `way` is given, notices stop. `language` is the language of the notices.
    """

    link: str
    way: Way | Literal[""] = ""
    address: str = ""
    language: str = "en"


class Notices(msgspec.Struct, frozen=True):
    """The notices section of a player's own page: the `ways` offered, and the player's choice.

    `hint` is the address without its middle, so a glance at the screen reveals nothing.
    """

    ways: tuple[Way, ...] = ()
    way: Way | Literal[""] = ""
    hint: str = ""


def hint_of(address: str) -> str:
    """Return an address without its middle.

    >>> hint_of("anne.martin@example.org"), hint_of("123")
    ('a…org', '…')
    """
    return f"{address[0]}…{address[-3:]}" if len(address) > 5 else "…"
