"""Public events: hole cards that leave for a stream, who has allowed it, and when it ends."""

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
    """Nothing leaves for the stream any more, what was to leave later included.

    `seat` has said no, or taken a yes back; the floor (`by`) has switched it off, the table's
    config does not allow it, or the journal was put back (`epoch`).
    """

    type: ClassVar[str] = "stream.ended"
    why: Literal["seat", "floor", "epoch"]
    seat: int = 0
    by: str = ""


class StreamHand(PublicEvent, frozen=True):
    """All players agree as a hand begins, number `number`: its cards leave `delay` seconds late."""

    type: ClassVar[str] = "stream.hand"
    number: int
    delay: int


class StreamSent(PublicEvent, frozen=True):
    """The cards of an earlier hand, number `sent`, leave for the stream from now on."""

    type: ClassVar[str] = "stream.sent"
    sent: int
