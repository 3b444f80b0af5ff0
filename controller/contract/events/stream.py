"""Public events of the stream of hole cards: requests, consents and endings."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent


class StreamAsked(PublicEvent, frozen=True):
    """The floor's badge has switched a stream on: cards leave `delay` seconds late.

    Each player is asked at their seat; no card leaves before all have agreed.
    """

    type: ClassVar[str] = "stream.asked"
    delay: int
    by: str


class StreamAgreed(PublicEvent, frozen=True):
    """A player has agreed at their seat that their cards leave for the stream."""

    type: ClassVar[str] = "stream.agreed"
    seat: int


class StreamEnded(PublicEvent, frozen=True):
    """The stream has ended, and cards still waiting never leave.

    `seat` has refused or withdrawn its consent; or the floor (`by`) has switched it off, the
    table's config does not allow it, or the journal was restored (`epoch`).
    """

    type: ClassVar[str] = "stream.ended"
    why: Literal["seat", "floor", "epoch"]
    seat: int = 0
    by: str = ""


class StreamHand(PublicEvent, frozen=True):
    """All players agree at the start of hand `number`: its cards leave `delay` seconds late."""

    type: ClassVar[str] = "stream.hand"
    number: int
    delay: int


class StreamSent(PublicEvent, frozen=True):
    """The cards of an earlier hand, number `sent`, leave for the stream from now on."""

    type: ClassVar[str] = "stream.sent"
    sent: int
