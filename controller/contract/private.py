"""Events that name what is not public: for one seat's ear and for the journal's private column.

They have no `seq` and are no kind of `PublicEvent`: a function that publishes can't be
handed one by mistake.
"""

import msgspec

from controller.contract.limits import Amount, Text
from controller.contract.state import BoardHand, PublicState


class PrivateEvent(msgspec.Struct, frozen=True, gc=False):
    """The common type of all that must never leave the controller but for its own seat."""


class HoleCardSeen(PrivateEvent, frozen=True, tag="hole-card.seen"):
    """The table has read a hole card of a seat."""

    seat: int
    card: str


class CardBurnedFace(PrivateEvent, frozen=True, tag="card.burned.face"):
    """Which card was burned."""

    card: str


class SeatSecret(PrivateEvent, frozen=True, tag="seat.secret", omit_defaults=True):
    """All that one seat may know and nobody else: a snapshot, so a lost one does no harm.

    `cards` are the hole cards that the table has read, in the order of the deal; `hand_name`,
    `hand_ranks` and `best` are what they make with the board (as in `PublicState`), empty before
    the flop and when a card is missing. `stack` is the seat's own, which a house that hides stacks
    hides from the others; `call` is what a call costs it now, both None where there is none.
    `hole_cards` is how many the game gives; `low` are the cards of the seat's low hand, where there
    is one and it counts. Where there are two boards, all these are of the second, and `first` is
    what the cards make with the first.
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
    """A key of a seat's private pad: as `Declared`, without a seat: its socket is its seat."""

    what: Text
    target: Text = ""
    amount: Amount = 0


class EarSaid(msgspec.Struct, frozen=True, tag="ear", omit_defaults=True):
    """Whether a seat's private sound device is there; when it is not, the seat hears nothing."""

    ok: bool


class SeatCards(msgspec.Struct, frozen=True):
    """The hole cards of a seat that the table has read, in the order of the deal."""

    seat: int
    cards: tuple[str, ...]


class StreamFrame(PrivateEvent, frozen=True, tag="stream.frame"):
    """How a table was at an instant of a hand, with the hole cards that were held there then.

    It leaves for the stream when its delay is over and the hand is.
    """

    hand: int
    state: PublicState
    cards: tuple[SeatCards, ...] = ()


class StreamOff(PrivateEvent, frozen=True, tag="stream.off"):
    """Nothing leaves for the stream any more: what it shows goes."""


AnyPrivateEvent = HoleCardSeen | CardBurnedFace
