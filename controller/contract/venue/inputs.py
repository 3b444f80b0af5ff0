"""All inputs to a room: staff requests, reports from tables, and the passage of time.

Players are opaque ids, chips are whole numbers of at least 0, tables and seats are numbered from 1,
and times are milliseconds of the room's clock. The structs are tagged by `type`.
"""

from typing import Literal

import msgspec

from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.prizes.bounties import PotResult
from controller.contract.venue.seats import Seat

Membership = Literal["none", "new", "number"]
"""Whether a player is a member.

`number`: they have a member number. `new`: they have given the data needed to get one.
"""


class TableOpened(RoomInput, frozen=True, tag="table-opened"):
    """A table is available for play: its seats, its voice devices, and whether it has a shoe."""

    table: int = 0
    seats: int = 0
    ears: tuple[int, ...] = ()
    shoe: bool = False


class PlayerEntered(RoomInput, frozen=True, tag="player-entered"):
    """A player registers: before the start, for the draw; after it, as a late entry.

    `identified` and `of_age` say whether staff have checked the player's identity and age;
    `receipt` says whether the player has read the receipt for the entry. With `gives_up`, a seated
    player gives up their chips to enter again. In a cash game, `level` (a rank from 0) decides how
    many hands they may play a day; `owner` is true for the owner of the club. A `ticket` worth
    `ticket_worth` pays for the entry.
    """

    player: str = ""
    needs_ear: bool = False
    granted: Seat | None = None
    identified: bool = False
    level: int = 1
    owner: bool = False
    of_age: bool = False
    receipt: bool = False
    membership: Membership = "none"
    gives_up: bool = False
    ticket: str = ""
    ticket_worth: int = 0


class SeatCardDrawn(RoomInput, frozen=True, tag="seat-card-drawn"):
    """A player draws a card (`5h`) for a seat: its suit determines the table, its rank the seat."""

    player: str = ""
    card: str = ""


class StackUnsold(RoomInput, frozen=True, tag="stack-unsold"):
    """A stack is placed at a seat that nobody has bought; it pays blinds like any other stack."""

    seat: Seat = Seat(0, 0)


class StackCounted(RoomInput, frozen=True, tag="stack-counted"):
    """The stack at a seat has been counted before the start: the number of chips of each value."""

    seat: Seat = Seat(0, 0)
    chips: dict[int, int] = msgspec.field(default_factory=dict)


class PrizesPosted(RoomInput, frozen=True, tag="prizes-posted"):
    """The prize pool and each place's share of it, first place first, all in the same unit."""

    pool: int = 0
    shares: tuple[int, ...] = ()


class PrizesShared(RoomInput, frozen=True, tag="prizes-shared"):
    """The remaining players divide the prizes among themselves: their shares, and who has agreed.

    `left` lists the prizes still to be played for, by place, starting with first place.
    """

    shares: dict[str, int] = msgspec.field(default_factory=dict)
    agreed: tuple[str, ...] = ()
    left: tuple[int, ...] = ()


class TournamentCancelled(RoomInput, frozen=True, tag="tournament-cancelled"):
    """The tournament ends without a result, for this reason."""

    why: str = ""


class DeckChanged(RoomInput, frozen=True, tag="deck-changed"):
    """A table's deck must be changed, or has been if `done` is true; `why` is the reason."""

    table: int = 0
    why: Literal["dealer", "level", "order", "player"] = "order"
    done: bool = False


class SeatsDrawn(RoomInput, frozen=True, tag="seats-drawn"):
    """Seats are drawn, using the witness's text and the secret (hex) whose hash was published."""

    secret: str = ""
    witness: str = ""


class PlayerSeated(RoomInput, frozen=True, tag="player-seated"):
    """Staff assign a player's seat manually, before the start."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class PlayStarted(RoomInput, frozen=True, tag="play-started"):
    """The tournament starts: the clock runs, and tables may deal."""


class ClockTicked(RoomInput, frozen=True, tag="clock-ticked"):
    """Time has passed, and there is no other input."""


class RoomHeld(RoomInput, frozen=True, tag="room-held"):
    """A named hold is put on the whole room; the clock stops unless `clock_runs` is true."""

    name: str = ""
    clock_runs: bool = False


class RoomReleased(RoomInput, frozen=True, tag="room-released"):
    """A hold is released."""

    name: str = ""


class RedrawAsked(RoomInput, frozen=True, tag="redraw-asked"):
    """The director orders a scheduled redraw of all seats.

    `cards` are the cards dealt, one to each stack, table by table, starting with seat 1. If `cards`
    is empty, the room draws the seats itself.
    """

    cards: tuple[str, ...] = ()


class HandForHand(RoomInput, frozen=True, tag="hand-for-hand"):
    """Hand-for-hand play starts or ends; if `by_street`, tables wait after every street."""

    on: bool = True
    by_street: bool = False


class PlayerRemoved(RoomInput, frozen=True, tag="player-removed"):
    """A player is disqualified or leaves for good, and their stack leaves play."""

    player: str = ""
    why: str = "disqualified"


class PlayerMoved(RoomInput, frozen=True, tag="player-moved"):
    """Staff move a player to a free seat.

    The player either has a seat elsewhere, or was refused by a table.
    """

    player: str = ""
    seat: Seat = Seat(0, 0)


class MoveAnswered(RoomInput, frozen=True, tag="move-answered"):
    """The floor agrees to a player's proposed move, or declines it if `yes` is false."""

    player: str = ""
    yes: bool = True


class MoveCalledOff(RoomInput, frozen=True, tag="move-called-off"):
    """The floor cancels the move of a player who is still seated."""

    player: str = ""


class PlayerStays(RoomInput, frozen=True, tag="player-stays"):
    """A table reports that a player who was ordered to leave will stay after all."""

    order: str = ""


class ChipsBought(RoomInput, frozen=True, tag="chips-bought"):
    """A seated player buys more chips from the bank.

    `addon` marks an add-on, which is open to everybody.
    """

    player: str = ""
    chips: int = 0
    addon: bool = False
    cashier: str = ""


class LevelJumped(RoomInput, frozen=True, tag="level-jumped"):
    """The clock jumps to the start of a level or break, given its index (from 0)."""

    index: int = 0


class OrderRefused(RoomInput, frozen=True, tag="order-refused"):
    """A table has refused an order, for this reason; `kind` is the order's type."""

    order: str = ""
    kind: str = ""
    table: int = 0
    player: str = ""
    chips: int = 0
    why: str = ""


class HandReported(RoomInput, frozen=True, tag="hand-reported"):
    """A hand has ended, and the next one has not begun.

    The report contains the stacks by seat, and the blinds of the next hand.

    `began` lists the stacks at the start of the hand, and `played` the seats dealt in. `raked` is
    the house's rake from the pots; `timed` lists the time charges by seat (0: from a pot). `pots`
    lists, for each pot, the seats that could win it and its winners; it is empty if they are
    unknown.
    """

    table: int = 0
    hand: int = 0
    stacks: dict[int, int] = msgspec.field(default_factory=dict)
    began: dict[int, int] = msgspec.field(default_factory=dict)
    small_blind: int = 0
    big_blind: int = 0
    played: tuple[int, ...] = ()
    raked: int = 0
    timed: dict[int, int] = msgspec.field(default_factory=dict)
    pots: tuple[PotResult, ...] = ()


class PlayerLeft(RoomInput, frozen=True, tag="player-left"):
    """A player has left a seat with their chips, as ordered.

    The report includes what their next table must know: whether they were away, the unserved part
    of a penalty (`3h`: three hands, `10m`: ten minutes), and the chips that they owe.
    """

    order: str = ""
    player: str = ""
    stack: int = 0
    absent: bool = False
    penalty: str = ""
    owes: int = 0


class PlayerArrived(RoomInput, frozen=True, tag="player-arrived"):
    """A player has sat down with their chips, as ordered."""

    order: str = ""
    player: str = ""
    stack: int = 0


class TableHeard(RoomInput, frozen=True, tag="table-heard"):
    """A table has stopped reporting, or is reporting again."""

    table: int = 0
    heard: bool = True


class StreetEnded(RoomInput, frozen=True, tag="street-ended"):
    """A table has finished a betting round and is waiting to deal the next street."""

    table: int = 0


class TableHeld(RoomInput, frozen=True, tag="table-held"):
    """A table has no hand running, and will deal none until it is released."""

    table: int = 0


class SmallChipsCounted(RoomInput, frozen=True, tag="small-chips-counted"):
    """The small chips at every seat of a table have been counted for the colour-up.

    `cards` are the cards dealt for a chip race, one for each odd chip, starting with seat 1. If
    `cards` is empty, the room draws the cards itself.
    """

    table: int = 0
    held: dict[int, int] = msgspec.field(default_factory=dict)
    cards: tuple[str, ...] = ()


class SmallChipsFound(RoomInput, frozen=True, tag="small-chips-found"):
    """A player has found chips of a value that is no longer in play."""

    player: str = ""
    chip: int = 0
    count: int = 0


class ConductNoted(RoomInput, frozen=True, tag="conduct-noted"):
    """Staff record an offence and its sanction, which is "" if the offence is only recorded.

    `hand` is the number of the hand at the player's table in which it happened. `others` lists
    other players involved, who receive the same sanction. `excuse` is the reason for waiving the
    sanction. `director` means that the director decided. A `bound` player is held to what they
    announced.
    """

    player: str = ""
    offence: Offence = Offence.UNFAIR
    sanction: str = ""
    deliberate: bool = False
    hand: int = 0
    others: tuple[str, ...] = ()
    excuse: Excuse | None = None
    director: bool = False
    bound: bool = False


class AppealMade(RoomInput, frozen=True, tag="appeal-made"):
    """A player appeals to the room's highest authority against the incident with this number."""

    incident: int = 0


class AppealDecided(RoomInput, frozen=True, tag="appeal-decided"):
    """The director has decided an appeal: the incident `stands`, or it is withdrawn."""

    incident: int = 0
    stands: bool = True


class PlayerReadmitted(RoomInput, frozen=True, tag="player-readmitted"):
    """An excluded player has reported to the floor and may sit down again."""

    player: str = ""
