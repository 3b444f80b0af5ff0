"""Notices that leave the room: what a player has sent to them, and what the league's channel gets.

Addresses are kept with the person alone: no event, view, log row or export has one.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Do

Way = Literal["mail", "telegram", "matrix", "discord"]
"""How a player may be told: by e-mail, or in a chat of their own."""

LONGEST = 200
"""So many characters an address has at most."""


class OwnNotices(Do, frozen=True, tag="own-notices"):
    """A player has notices sent to an address, by the secret of their link; no `way`: none more.

    `language` is the one that they are written in.
    """

    link: str
    way: Way | Literal[""] = ""
    address: str = ""
    language: str = "en"

    def __repr__(self) -> str:
        """Return its text without secret and address: it may end up in a log."""
        return f"OwnNotices(way={self.way!r})"


class Notices(msgspec.Struct, frozen=True):
    """What a player's own page says of their notices: `ways` to choose from, and theirs.

    `hint` is the address with its middle left out: who looks over a shoulder learns nothing.
    """

    ways: tuple[Way, ...] = ()
    way: Way | Literal[""] = ""
    hint: str = ""


def hint_of(address: str) -> str:
    """Return an address with its middle left out.

    >>> hint_of("anne.martin@example.org"), hint_of("123")
    ('a…org', '…')
    """
    return f"{address[0]}…{address[-3:]}" if len(address) > 5 else "…"
