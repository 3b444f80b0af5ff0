"""Bounties: the amounts on players' heads, who wins them, and mystery envelopes.

Amounts are whole numbers in the unit that the room plays for. Players are opaque ids. The structs
are tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput, RoomOrder


class PotResult(msgspec.Struct, frozen=True):
    """A pot in a hand: the `seats` eligible to win it, and the chips `won` by each seat.

    Pots are listed in order, main pot first.
    """

    seats: tuple[int, ...] = ()
    won: dict[int, int] = {}


class HeadDecided(RoomInput, frozen=True, tag="head-decided"):
    """The floor decides who wins a knocked-out player's bounty, where that is unclear.

    `parts` maps each winner to a number of equal parts: if the numbers are 2 and 1, the first
    winner gets two thirds of the bounty.
    """

    player: str = ""
    parts: dict[str, int] = msgspec.field(default_factory=dict)


class EnvelopeDrawn(RoomInput, frozen=True, tag="envelope-drawn"):
    """An envelope is drawn for a knocked-out player's bounty.

    `secret` (hex) was generated when the list of envelopes was closed. `witness` is the text that a
    witness in the room provided after that. Together they determine which envelope is drawn.
    """

    player: str = ""
    secret: str = ""
    witness: str = ""


class CloseEnvelopes(Do, frozen=True, tag="close-envelopes"):
    """Finalise the list of envelopes from which a knocked-out player's bounty will be drawn.

    Answered with `ListClosed`.
    """

    player: str


class DrawEnvelope(Do, frozen=True, tag="draw-envelope"):
    """Draw an envelope for a bounty.

    The draw uses text that a witness in the room provided after the list of envelopes was
    closed.
    """

    player: str
    witness: str = ""


BountyDo = CloseEnvelopes | DrawEnvelope


class AskBounties(Ask, frozen=True, tag="bounties"):
    """Request the bounties on players' heads and those won. Answered with `Bounties`."""


class AskEnvelope(Ask, frozen=True, tag="envelope"):
    """Request all data needed to reproduce an envelope draw.

    This is the data that `tapis venue check-draw` checks. Before the draw, the request is
    refused.
    """

    player: str


class HeadPut(RoomEvent, frozen=True, tag="head.put"):
    """A player has entered or bought chips, so `amount` is added to the bounty on their head.

    With mystery bounties, it is added to the money for the envelopes instead.
    """

    player: str
    amount: int
    article: str


class HeadReturned(RoomEvent, frozen=True, tag="head.returned"):
    """The bounty part of an entry has been refunded along with the entry.

    `amount` is subtracted from the bounty on the player's head or, with mystery bounties, from the
    money for the envelopes.
    """

    player: str
    amount: int


class BountyWon(RoomEvent, frozen=True, tag="bounty.won"):
    """A player (`by`) wins the bounty on another player's head, or a part of it.

    `pocket` is the amount that they keep; `head` is the amount added to their own head.
    """

    player: str
    by: str
    pocket: int
    head: int
    article: str


class BountyBack(RoomEvent, frozen=True, tag="bounty.back"):
    """A player's elimination has been undone, and with it the award of their bounty."""

    player: str
    by: str
    pocket: int
    head: int


class BountyOpen(RoomEvent, frozen=True, tag="bounty.open"):
    """It is unclear who knocked this player out, so the floor decides."""

    player: str


class EnvelopesBegan(RoomEvent, frozen=True, tag="envelopes.began"):
    """From now on, an envelope is drawn for each knockout.

    The envelopes are listed largest first.
    """

    envelopes: tuple[int, ...]
    article: str


class EnvelopeDue(RoomEvent, frozen=True, tag="envelope.due"):
    """An envelope must be drawn for this player's bounty."""

    player: str


class EnvelopeOpened(RoomEvent, frozen=True, tag="envelope.opened"):
    """An envelope has been drawn; `left` is the number of envelopes left."""

    player: str
    amount: int
    left: int


class HeadsUnclaimed(RoomEvent, frozen=True, tag="heads.unclaimed"):
    """A bounty that nobody could win goes to the overall winner, or to the house (`to` is "")."""

    amount: int
    to: str
    article: str


class TellHead(RoomOrder, frozen=True, tag="tell-head"):
    """Show `worth`, the bounty on a player's head, at the player's seat."""

    seat: int
    player: str
    worth: int


class HeadLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bounty on a player's head (0 once they are out), and the bounties they have won."""

    player: str
    head: int = 0
    won: int = 0


class OpenHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """A knocked-out player whose bounty has not been awarded yet.

    `parts` maps each winner to a number of parts, as in `HeadDecided`. While `parts` is empty, the
    floor must decide who the winners are; after that, an envelope must be drawn. `closed` is true
    once the list of envelopes has been closed for that draw.
    """

    player: str
    parts: dict[str, int] = {}
    closed: bool = False


class Bounties(msgspec.Struct, frozen=True):
    """All the bounties of an evening.

    `kind` is `fixed`, `progressive` or `mystery`, as in the tournament file. `lines` are the
    players who have a bounty on their head or have won one. `waiting` lists the knocked-out players
    whose bounty has not been awarded yet. `envelopes` are the amounts in the mystery envelopes that
    are left.

    `put` is the total that has been put on players' heads. `pot` is the money for mystery bounties
    that has not been put into envelopes yet. `unclaimed` is the amount that nobody could win.
    """

    kind: str
    lines: tuple[HeadLine, ...] = ()
    waiting: tuple[OpenHead, ...] = ()
    envelopes: tuple[int, ...] = ()
    put: int = 0
    pot: int = 0
    unclaimed: int = 0
