"""Public events for the stream of hole cards: when it is requested, agreed to, sent and ended."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent


class StreamAsked(PublicEvent, frozen=True):
    """The floor has switched on a stream, which sends hole cards with a delay of `delay` seconds.

    Each player is asked for consent at their seat; no card is sent until all have agreed.
    """

    type: ClassVar[str] = "stream.asked"
    delay: int
    by: str


class StreamAgreed(PublicEvent, frozen=True):
    """A player has agreed at their seat that their cards may be streamed."""

    type: ClassVar[str] = "stream.agreed"
    seat: int


class StreamEnded(PublicEvent, frozen=True):
    """The stream of hole cards has ended; cards whose delay has not passed yet will never be sent.

    `why` is `seat` if that seat has refused or withdrawn its consent, `floor` if the floor (`by`)
    or the table's config has switched the stream off, and `epoch` if a new epoch has begun.
    """

    type: ClassVar[str] = "stream.ended"
    why: Literal["seat", "floor", "epoch"]
    seat: int = 0
    by: str = ""


class StreamHand(PublicEvent, frozen=True):
    """Hand `number` will be streamed, `delay` seconds late, because all players have agreed."""

    type: ClassVar[str] = "stream.hand"
    number: int
    delay: int


class StreamSent(PublicEvent, frozen=True):
    """The cards of an earlier hand, whose number is `sent`, are now being sent to the stream."""

    type: ClassVar[str] = "stream.sent"
    sent: int
