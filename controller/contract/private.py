"""Events that name what is not public: for one seat's ear and for the journal's private column.

They have no `seq` and are no kind of `PublicEvent`: a function that publishes can't be
handed one by mistake.
"""

import msgspec


class PrivateEvent(msgspec.Struct, frozen=True):
    """The common type of all that must never leave the controller but for its own seat."""


class HoleCardSeen(PrivateEvent, frozen=True, tag="hole-card.seen"):
    """The table has read a hole card of a seat."""

    seat: int
    card: str


class CardBurnedFace(PrivateEvent, frozen=True, tag="card.burned.face"):
    """Which card was burned."""

    card: str


AnyPrivateEvent = HoleCardSeen | CardBurnedFace
