"""Deals: shares that are proposed, who agrees to them, and what is left to be played for."""

import msgspec

from controller.contract.venue.kinds import Do, RoomEvent, RoomInput


class DealProposed(RoomInput, frozen=True, tag="deal-proposed"):
    """A deal is on the table: what each who is left gets for sure, and what they play on for.

    `left` is what places get besides, from the first on. A save is a deal in which nobody gets
    anything for sure and one place more gets a prize.
    """

    shares: dict[str, int] = msgspec.field(default_factory=dict)
    left: tuple[int, ...] = ()


class DealAnswered(RoomInput, frozen=True, tag="deal-answered"):
    """A player agrees to the deal that is proposed, or does not: then it is off."""

    player: str = ""
    agrees: bool = True


class OwnDeal(Do, frozen=True, tag="own-deal"):
    """A player answers a deal themselves, by the secret of their link."""

    link: str
    agrees: bool = True

    def __repr__(self) -> str:
        """Return its text without the secret: it may end up in a log."""
        return f"OwnDeal(agrees={self.agrees!r})"


class DealOffered(RoomEvent, frozen=True, tag="deal.proposed"):
    """A deal is proposed to all who are left."""

    shares: dict[str, int]
    left: tuple[int, ...]
    article: str


class DealSaid(RoomEvent, frozen=True, tag="deal.answered"):
    """A player has agreed to it, or not."""

    player: str
    agrees: bool


class DealOff(RoomEvent, frozen=True, tag="deal.off"):
    """A deal that was proposed is off: by this player, or ("") because others are left by now."""

    by: str


DealEvent = DealOffered | DealSaid | DealOff
