"""Everything that can happen to a room: what staff ask, what tables report, and time.

Players are opaque ids, chips whole numbers of at least 0, tables and seats count from 1, times are
milliseconds of the room's clock. Tagged by `type`.
"""

from typing import Literal

import msgspec

from controller.contract.venue.cash_game.cash import BoughtIn, CashedOut, DayBegan
from controller.contract.venue.cash_game.waiting import (
    CallAnswered,
    ComingSaid,
    ListJoined,
    ListLeft,
    SeatCalled,
    TableFeeds,
)
from controller.contract.venue.floor.chips import ChipsFound, ChipsTaken, SatWrongly, StackShort
from controller.contract.venue.floor.clock import ClockMoved, ClockUndone
from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.floor.direction import (
    ClockDelegated,
    ColourUpAsked,
    OffenceReported,
    ReportDismissed,
)
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.forms.days import BagOpened, BagsBrought, DayEnds, StackBagged
from controller.contract.venue.forms.games import GameChosen, GameSet
from controller.contract.venue.forms.satellites import LastSeatsDecided
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided, PotResult
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.money import BankClosed, BankOpened, MoneyApproved, PaidOut
from controller.contract.venue.prizes.registration import (
    AddOnForAll,
    BetBehind,
    BonusGiven,
    EntryRefunded,
    RebuyAnnounced,
    RebuyPaid,
)
from controller.contract.venue.seats import Seat

Membership = Literal["none", "new", "number"]
"""Whether somebody is a member: has a number, or has left what it takes to get one (`new`)."""


class TableOpened(RoomInput, frozen=True, tag="table-opened"):
    """A table is there to be played at: its seats, those that speak, whether a shoe deals."""

    table: int = 0
    seats: int = 0
    ears: tuple[int, ...] = ()
    shoe: bool = False


class PlayerEntered(RoomInput, frozen=True, tag="player-entered"):
    """A player comes in: before the start for the draw, after it as a late entry.

    Somebody has seen who they are (`identified`) and that they are `of_age`; they have read their
    `receipt`, and it is right. Who sits and enters again `gives_up` the chips they have.
    In a cash game `level` is theirs in the house, which is their own when they are its `owner`.
    A `ticket` that is worth `ticket_worth` pays the entry.
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
    """A player has drawn a card (`5h`) that gives them a seat: its suit the table, its rank it."""

    player: str = ""
    card: str = ""


class StackUnsold(RoomInput, frozen=True, tag="stack-unsold"):
    """A seat that nobody has bought gets its stack all the same: it pays blinds like any other."""

    seat: Seat = Seat(0, 0)


class StackCounted(RoomInput, frozen=True, tag="stack-counted"):
    """The stack that lies at a seat before the start was counted: pieces by their value."""

    seat: Seat = Seat(0, 0)
    chips: dict[int, int] = msgspec.field(default_factory=dict)


class PrizesPosted(RoomInput, frozen=True, tag="prizes-posted"):
    """The prize pool, and what each place gets of it, from the first on; all of one unit."""

    pool: int = 0
    shares: tuple[int, ...] = ()


class PrizesShared(RoomInput, frozen=True, tag="prizes-shared"):
    """Players who are left share the prizes otherwise: who gets what, and who has agreed.

    `left` is what places get besides, from the first on: it is played for.
    """

    shares: dict[str, int] = msgspec.field(default_factory=dict)
    agreed: tuple[str, ...] = ()
    left: tuple[int, ...] = ()


class TournamentCancelled(RoomInput, frozen=True, tag="tournament-cancelled"):
    """The tournament ends without a result, and why."""

    why: str = ""


class DeckChanged(RoomInput, frozen=True, tag="deck-changed"):
    """Another deck is brought to a table, because of `why`; or (`done`) it lies there now."""

    table: int = 0
    why: Literal["dealer", "level", "order", "player"] = "order"
    done: bool = False


class SeatsDrawn(RoomInput, frozen=True, tag="seats-drawn"):
    """Seats are drawn: the secret (hex) whose hash was published, and the witness."""

    secret: str = ""
    witness: str = ""


class PlayerSeated(RoomInput, frozen=True, tag="player-seated"):
    """Staff give a player a seat by hand, before the start."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class PlayStarted(RoomInput, frozen=True, tag="play-started"):
    """The tournament begins: the clock runs, tables may deal."""


class ClockTicked(RoomInput, frozen=True, tag="clock-ticked"):
    """Time has passed, and nothing else."""


class RoomHeld(RoomInput, frozen=True, tag="room-held"):
    """The whole room waits, by a name; the clock stands unless it `runs`."""

    name: str = ""
    clock_runs: bool = False


class RoomReleased(RoomInput, frozen=True, tag="room-released"):
    """One reason to wait is gone."""

    name: str = ""


class RedrawAsked(RoomInput, frozen=True, tag="redraw-asked"):
    """The director has all seats drawn anew, as it was scheduled.

    `cards` are those that were dealt, one for each stack: table by table, from seat 1 on. Without
    them the room draws.
    """

    cards: tuple[str, ...] = ()


class HandForHand(RoomInput, frozen=True, tag="hand-for-hand"):
    """The floor begins or ends hand for hand; with `by_street` each street waits for all tables."""

    on: bool = True
    by_street: bool = False


class PlayerRemoved(RoomInput, frozen=True, tag="player-removed"):
    """A player is disqualified, or leaves for good: the stack leaves play."""

    player: str = ""
    why: str = "disqualified"


class PlayerMoved(RoomInput, frozen=True, tag="player-moved"):
    """Staff move a player to a free seat: one who sits, or one whom a table could not seat."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class MoveAnswered(RoomInput, frozen=True, tag="move-answered"):
    """The floor agrees to a move that was proposed, by its player, or (`yes` false) does not."""

    player: str = ""
    yes: bool = True


class MoveCalledOff(RoomInput, frozen=True, tag="move-called-off"):
    """The floor has a player stay who was to move and sits yet."""

    player: str = ""


class PlayerStays(RoomInput, frozen=True, tag="player-stays"):
    """A table lets nobody go by an order any more."""

    order: str = ""


class ChipsBought(RoomInput, frozen=True, tag="chips-bought"):
    """A player who sits gets more chips from the bank; `addon`: those that anybody may add."""

    player: str = ""
    chips: int = 0
    addon: bool = False
    cashier: str = ""


class LevelJumped(RoomInput, frozen=True, tag="level-jumped"):
    """The clock goes to the beginning of a place in the sheet of levels, from 0."""

    index: int = 0


class OrderRefused(RoomInput, frozen=True, tag="order-refused"):
    """A table has not done what it was ordered to, and why; `kind` is the order's type."""

    order: str = ""
    kind: str = ""
    table: int = 0
    player: str = ""
    chips: int = 0
    why: str = ""


class HandReported(RoomInput, frozen=True, tag="hand-reported"):
    """A hand ended at a table, which is at rest: stacks by seat, and who posts in the next one.

    `began` are the stacks with which the hand began, `played` the seats that were in it; the house
    has `raked` so many chips of its pots; `timed` are those for the time, by seat (0: of a pot).
    `pots` say who could win which, and has; none where nobody knows.
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
    """A player has left a seat with so many chips, by an order.

    What travels with them: whether they were away, what is left of a penalty (`3h`, `10m`), chips
    that they owe.
    """

    order: str = ""
    player: str = ""
    stack: int = 0
    absent: bool = False
    penalty: str = ""
    owes: int = 0


class PlayerArrived(RoomInput, frozen=True, tag="player-arrived"):
    """A player has sat down with so many chips, by an order."""

    order: str = ""
    player: str = ""
    stack: int = 0


class TableHeard(RoomInput, frozen=True, tag="table-heard"):
    """A table has fallen silent, or is heard again."""

    table: int = 0
    heard: bool = True


class StreetEnded(RoomInput, frozen=True, tag="street-ended"):
    """A table has ended a betting round of its hand, and waits with the next street."""

    table: int = 0


class TableHeld(RoomInput, frozen=True, tag="table-held"):
    """A table is at rest, and deals no hand until it is let go."""

    table: int = 0


class SmallChipsCounted(RoomInput, frozen=True, tag="small-chips-counted"):
    """The small chips of every seat of a table were counted, for the colour-up.

    `cards` are those that were dealt for a race: one for each odd chip, from seat 1 on; without
    them the room draws.
    """

    table: int = 0
    held: dict[int, int] = msgspec.field(default_factory=dict)
    cards: tuple[str, ...] = ()


class SmallChipsFound(RoomInput, frozen=True, tag="small-chips-found"):
    """A player has found chips that are in play no more."""

    player: str = ""
    chip: int = 0
    count: int = 0


class ConductNoted(RoomInput, frozen=True, tag="conduct-noted"):
    """Staff note what a player has done, and give a sanction for it ("" none, it is noted only).

    `hand` is the table's hand in which it was; `others` were in it too, and get the same; `excuse`
    is why it is let be. `director`: it is the director who says so. Who is `bound` is held to what
    they said.
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
    """A player asks the highest authority in the room to look at what was noted, by its number."""

    incident: int = 0


class AppealDecided(RoomInput, frozen=True, tag="appeal-decided"):
    """The director has decided: what was noted `stands`, or is taken back."""

    incident: int = 0
    stands: bool = True


class PlayerReadmitted(RoomInput, frozen=True, tag="player-readmitted"):
    """A player who was excluded has reported to the floor, and may sit down again."""

    player: str = ""


AnyRoomInput = (
    TableOpened | PlayerEntered | SeatsDrawn | PlayerSeated | PlayStarted | ClockTicked | RoomHeld
    | RoomReleased | HandForHand | PlayerRemoved | HandReported | PlayerLeft | PlayerArrived
    | RedrawAsked | SmallChipsCounted | SmallChipsFound | ConductNoted | AppealMade | AppealDecided
    | PlayerReadmitted | SeatCardDrawn | StackUnsold | StackCounted | PrizesPosted | PrizesShared
    | TournamentCancelled | DeckChanged
    | BoughtIn | CashedOut | DayBegan | ListJoined | ListLeft | SeatCalled | CallAnswered
    | TableFeeds | ComingSaid
    | BankOpened | BankClosed | PaidOut | MoneyApproved
    | MoveAnswered | MoveCalledOff | PlayerStays
    | ClockMoved | ClockUndone | DeedUndone
    | ClockDelegated | ColourUpAsked | ChipsFound | ChipsTaken | SatWrongly | StackShort
    | OffenceReported | ReportDismissed | EntryRefunded | RebuyAnnounced
    | RebuyPaid | BetBehind
    | HeadDecided | EnvelopeDrawn | DealProposed | DealAnswered
    | AddOnForAll | BonusGiven | GameSet | GameChosen | LastSeatsDecided
    | DayEnds | StackBagged | BagsBrought | BagOpened
    | StreetEnded | TableHeard | TableHeld | PlayerMoved | ChipsBought | LevelJumped | OrderRefused
)  # fmt: skip
