"""Deals: proposed shares, the players' answers, and the prizes still to be played for."""

import msgspec

from controller.contract.venue.kinds import Do, RoomEvent, RoomInput


class DealProposed(RoomInput, frozen=True, tag="deal-proposed"):
    """A deal is proposed: each remaining player's guaranteed share, and the prizes to play for.

    `left` lists the prizes to play for in addition to the shares, by place, starting with first
    place. A save is a deal without guaranteed shares that pays one more place.
    """

    shares: dict[str, int] = msgspec.field(default_factory=dict)
    left: tuple[int, ...] = ()


class DealAnswered(RoomInput, frozen=True, tag="deal-answered"):
    """A player agrees to the proposed deal or refuses it; a refusal ends the proposal."""

    player: str = ""
    agrees: bool = True


class OwnDeal(Do, frozen=True, tag="own-deal"):
    """A player answers a prize deal on their own page, using the secret in their link."""

    link: str
    agrees: bool = True


class DealOffered(RoomEvent, frozen=True, tag="deal.proposed"):
    """A deal has been proposed to all remaining players."""

    shares: dict[str, int]
    left: tuple[int, ...]
    article: str


class DealSaid(RoomEvent, frozen=True, tag="deal.answered"):
    """A player has agreed to the deal, or refused it."""

    player: str
    agrees: bool


class DealOff(RoomEvent, frozen=True, tag="deal.off"):
    """A proposed deal is off because a player (`by`) refused it.

    If `by` is "", the deal is off because the remaining players have changed.
    """

    by: str
