"""Secret data for the journal's private column, one seat's earpiece, or the stream of hole cards.

These structs have no `seq` and are not `PublicEvent`s. They therefore can't be passed to a
publishing function by mistake.
"""

import msgspec

from controller.contract.limits import Amount, Text
from controller.contract.state import BoardHand, PublicState


class PrivateEvent(msgspec.Struct, frozen=True, gc=False):
    """The base type of data that the controller does not publish."""


class HoleCardSeen(PrivateEvent, frozen=True, tag="hole-card.seen"):
    """The table has read a seat's hole card."""

    seat: int
    card: str


class CardBurnedFace(PrivateEvent, frozen=True, tag="card.burned.face"):
    """The identity of a burned card."""

    card: str


class SeatSecret(PrivateEvent, frozen=True, tag="seat.secret", omit_defaults=True):
    """Everything that only one seat may know. Each message is complete, so losing one does no harm.

    `stack` is the seat's own stack, which a house may hide from other players. `call` is the
    current cost of a call. Both may be None.

    `hole_cards` is the number of hole cards in the game. `cards` are those that the table has read,
    in dealing order. `hand_name` is the id of the hand that they make with the board ("two-pair").
    `hand_ranks` are the ranks that complete the name, and `best` the five cards. All three are
    empty before the flop and while a card is missing. `low` lists the cards of the low hand, if
    there is one and low hands count. With two boards, these four fields describe the hand with the
    second board, and `first` describes the hand with the first.
    """

    seat: int
    hand: int = 0
    cards: tuple[str, ...] = ()
    hand_name: str = ""
    hand_ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    stack: int | None = None
    call: int | None = None
    hole_cards: int = 2
    low: tuple[str, ...] = ()
    first: BoardHand | None = None


class Pressed(msgspec.Struct, frozen=True, tag="pressed", omit_defaults=True):
    """A key press on a seat's private pad; `what` is the key.

    `amount` is the total of a bet or raise. `target` is the seat or object concerned, if any. The
    connection determines the player's own seat, so the message does not contain it.
    """

    what: Text
    target: Text = ""
    amount: Amount = 0


class EarSaid(msgspec.Struct, frozen=True, tag="ear", omit_defaults=True):
    """Whether a seat's private sound device is connected; if not, its player hears nothing."""

    ok: bool


class SeatCards(msgspec.Struct, frozen=True):
    """A seat's hole cards as read by the table, in dealing order."""

    seat: int
    cards: tuple[str, ...]


class StreamFrame(PrivateEvent, frozen=True, tag="stream.frame"):
    """A table's state at one moment in a hand, with each seat's hole cards at that moment.

    The frame is streamed once the hand has ended and the delay has passed. `trips_beat_straight` is
    the house's rule for a short deck.
    """

    hand: int
    state: PublicState
    cards: tuple[SeatCards, ...] = ()
    trips_beat_straight: bool = False


class StreamOff(PrivateEvent, frozen=True, tag="stream.off"):
    """The stream has been switched off, so overlays must remove their content."""


AnyPrivateEvent = HoleCardSeen | CardBurnedFace
