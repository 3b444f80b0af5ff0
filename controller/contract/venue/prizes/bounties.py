"""Bounties: what is on players' heads, who wins it, and envelopes that are drawn.

Amounts are whole units of what the room plays for. Players are opaque ids. Tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput, RoomOrder


class PotResult(msgspec.Struct, frozen=True):
    """A pot of a hand, in the order of pots: the `seats` that could win it, chips `won` by seat."""

    seats: tuple[int, ...] = ()
    won: dict[int, int] = {}


class HeadDecided(RoomInput, frozen=True, tag="head-decided"):
    """The floor says who has put a player out, where no table knows: parts by player."""

    player: str = ""
    parts: dict[str, int] = msgspec.field(default_factory=dict)


class EnvelopeDrawn(RoomInput, frozen=True, tag="envelope-drawn"):
    """An envelope is drawn for a player who was put out, from a secret (hex) and a witness."""

    player: str = ""
    secret: str = ""
    witness: str = ""


class CloseEnvelopes(Do, frozen=True, tag="close-envelopes"):
    """Close the envelopes for the head of a player who was put out. Answered with `ListClosed`."""

    player: str


class DrawEnvelope(Do, frozen=True, tag="draw-envelope"):
    """Draw an envelope for it, with what somebody of the room gave after that."""

    player: str
    witness: str = ""


BountyDo = CloseEnvelopes | DrawEnvelope


class AskBounties(Ask, frozen=True, tag="bounties"):
    """What is on heads, and who has won what. Answered with `Bounties`."""


class AskEnvelope(Ask, frozen=True, tag="envelope"):
    """All that repeats the draw of an envelope (`tapis venue check-draw`), once it is drawn."""

    player: str


class HeadPut(RoomEvent, frozen=True, tag="head.put"):
    """A player's head is worth so much more, by an entry or chips that they bought."""

    player: str
    amount: int
    article: str


class HeadReturned(RoomEvent, frozen=True, tag="head.returned"):
    """What an entry had put on a head is given back with it."""

    player: str
    amount: int


class BountyWon(RoomEvent, frozen=True, tag="bounty.won"):
    """Somebody (`by`) wins (a part of) what was on a player's head.

    So much goes to their pocket, so much on their own `head`.
    """

    player: str
    by: str
    pocket: int
    head: int
    article: str


class BountyBack(RoomEvent, frozen=True, tag="bounty.back"):
    """A bust was taken back, and with it what somebody had won by it."""

    player: str
    by: str
    pocket: int
    head: int


class BountyOpen(RoomEvent, frozen=True, tag="bounty.open"):
    """No table knows who has put this player out: the floor says so."""

    player: str


class EnvelopesBegan(RoomEvent, frozen=True, tag="envelopes.began"):
    """From here on who puts somebody out draws one of these envelopes, the largest first."""

    envelopes: tuple[int, ...]
    article: str


class EnvelopeDue(RoomEvent, frozen=True, tag="envelope.due"):
    """An envelope is to be drawn for the head of this player."""

    player: str


class EnvelopeOpened(RoomEvent, frozen=True, tag="envelope.opened"):
    """An envelope was drawn: how many are left."""

    player: str
    amount: int
    left: int


class HeadsUnclaimed(RoomEvent, frozen=True, tag="heads.unclaimed"):
    """What nobody could win goes to the winner, or to the house (`to` "")."""

    amount: int
    to: str
    article: str


BountyEvent = (
    HeadPut | HeadReturned | BountyWon | BountyBack | BountyOpen | EnvelopesBegan | EnvelopeDue
    | EnvelopeOpened | HeadsUnclaimed
)  # fmt: skip


class TellHead(RoomOrder, frozen=True, tag="tell-head"):
    """Show at a seat what is on its player's head."""

    seat: int
    player: str
    worth: int


class HeadLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is on a player's head (0 for who is out), and what they have won."""

    player: str
    head: int = 0
    won: int = 0


class OpenHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who was put out, and whose head is open: parts by who has put them out.

    Without parts the floor decides; else an envelope is to be drawn, and `closed` says whether
    the envelopes are closed for it.
    """

    player: str
    parts: dict[str, int] = {}
    closed: bool = False


class Bounties(msgspec.Struct, frozen=True):
    """All heads of an evening. `kind` as in its file; `put` is all that was put on heads.

    `pot` is what is not in envelopes yet, `unclaimed` what nobody could win.
    """

    kind: str
    lines: tuple[HeadLine, ...] = ()
    waiting: tuple[OpenHead, ...] = ()
    envelopes: tuple[int, ...] = ()
    put: int = 0
    pot: int = 0
    unclaimed: int = 0
