"""A room's events and its orders to tables. Players are opaque ids, and times are in ms."""

from enum import StrEnum

from controller.contract.rules import NoticeText
from controller.contract.venue.cash_game.cash import SellSeat
from controller.contract.venue.floor.chips import TakeChips
from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.floor.direction import LimitTime
from controller.contract.venue.kinds import RoomEvent, RoomOrder
from controller.contract.venue.prizes.bounties import TellHead
from controller.contract.venue.seats import Seat


class SeatGiven(RoomEvent, frozen=True, tag="seat.given"):
    """A player has been given a seat and a stack."""

    player: str
    seat: Seat
    stack: int
    article: str = ""


class ButtonDrawn(RoomEvent, frozen=True, tag="button.drawn"):
    """The button has been drawn, at the start or after a redraw; `buttons` maps tables to seats."""

    buttons: dict[int, int]
    article: str


class LevelBegan(RoomEvent, frozen=True, tag="level.began"):
    """A level (`number` from 1) or a break (`number` 0) has begun."""

    number: int
    small_blind: int
    big_blind: int
    ms: int


class PlayerOut(RoomEvent, frozen=True, tag="player.out"):
    """A player is out in places `first` to `last`; if `provisional`, they may still rebuy."""

    player: str
    first: int
    last: int
    provisional: bool = False
    article: str = ""


class PlayerBack(RoomEvent, frozen=True, tag="player.back"):
    """A player is back in with `stack` chips, after a rebuy or an undone bust or removal."""

    player: str
    stack: int
    article: str


class MovePlanned(RoomEvent, frozen=True, tag="move.planned"):
    """A player's move has been planned; the event includes the reason."""

    order: str
    player: str
    source: Seat
    target: Seat
    reason: str
    articles: tuple[str, ...]


class MoveProposed(RoomEvent, frozen=True, tag="move.proposed"):
    """A player's move has been proposed under these articles, and needs the floor's consent."""

    player: str
    source: Seat
    target: Seat
    articles: tuple[str, ...]


class MoveDeclined(RoomEvent, frozen=True, tag="move.declined"):
    """The floor has declined a move; it is not proposed again while the player keeps that seat."""

    player: str
    source: Seat


class MoveEnded(RoomEvent, frozen=True, tag="move.ended"):
    """A player has moved; `differs` is the chips counted on arrival minus those on departure."""

    order: str
    player: str
    seat: Seat
    differs: int = 0


class MoveCancelled(RoomEvent, frozen=True, tag="move.cancelled"):
    """A player's move has been cancelled; `why` is the id of the reason."""

    order: str
    player: str
    why: str


class SeatRefused(RoomEvent, frozen=True, tag="seat.refused"):
    """A player needs a seat from the floor: a table refused them, or they stood up on their own."""

    player: str
    seat: Seat
    why: str


class TableRefused(RoomEvent, frozen=True, tag="table.refused"):
    """A table has refused to play this tournament; `why` is its reason."""

    table: int
    why: str


class ChipsBack(RoomEvent, frozen=True, tag="chips.back"):
    """Chips sold to a player are back in the bank: a table refused them, or the sale was undone."""

    player: str
    chips: int
    why: str


class ChipsGiven(RoomEvent, frozen=True, tag="chips.given"):
    """A player has bought more chips; `stack` is their stack including the new chips."""

    player: str
    chips: int
    stack: int


class SeatsRedrawn(RoomEvent, frozen=True, tag="seats.redrawn"):
    """All seats have been redrawn."""

    seats: dict[str, Seat]
    articles: tuple[str, ...]


class TableBroken(RoomEvent, frozen=True, tag="table.broken"):
    """A table has been broken, and its players move to other tables."""

    table: int
    articles: tuple[str, ...]


class NoBreak(StrEnum):
    """The reasons why a table that should be broken can't be broken yet."""

    NO_SEAT = "no-free-seat"
    """The other tables do not have enough free seats."""
    NO_EAR = "no-free-ear"
    """A player at the table needs a seat with a voice device, and none is free."""


class BreakWaits(RoomEvent, frozen=True, tag="break.waits"):
    """A table should be broken but can't be yet; the floor may be able to remove the reason."""

    table: int
    why: NoBreak


class TablesHalted(RoomEvent, frozen=True, tag="tables.halted"):
    """These tables stop until the tables are balanced; if the list is empty, all tables play."""

    tables: tuple[int, ...]
    article: str


class HandForHandBegan(RoomEvent, frozen=True, tag="hand-for-hand.began"):
    """All tables play hand for hand from now on; `must` means that the rules left no choice."""

    why: str
    article: str
    must: bool


class HandForHandProposed(RoomEvent, frozen=True, tag="hand-for-hand.proposed"):
    """The floor may start hand-for-hand play now."""

    why: str
    article: str


class RoundReleased(RoomEvent, frozen=True, tag="round.released"):
    """Every table has finished its hand, so the next hand may start at all tables.

    `without` lists the tables that can't play it, such as one that no longer answers.
    """

    round: int
    without: tuple[int, ...] = ()


class HandForHandEnded(RoomEvent, frozen=True, tag="hand-for-hand.ended"):
    """Hand-for-hand play is over: tables no longer wait for one another."""


class FinalTable(RoomEvent, frozen=True, tag="table.final"):
    """The final table has been formed."""

    table: int
    article: str


class ChipsRemoved(RoomEvent, frozen=True, tag="chips.removed"):
    """Chips have been removed from play, for the reason given."""

    player: str
    chips: int
    why: str
    article: str = ""


class AlternateWaits(RoomEvent, frozen=True, tag="alternate.waits"):
    """A player has registered as an alternate; `place` is their position in the queue, from 1."""

    player: str
    place: int
    article: str


class UnsoldTaken(RoomEvent, frozen=True, tag="unsold.taken"):
    """A late entrant has taken over an unsold stack, reduced by blinds and antes."""

    player: str
    seat: Seat
    stack: int
    article: str


class PrizesSet(RoomEvent, frozen=True, tag="prizes.set"):
    """The prize pool and each place's share have been posted."""

    pool: int
    shares: tuple[int, ...]
    article: str


class PrizesAgreed(RoomEvent, frozen=True, tag="prizes.agreed"):
    """All remaining players agree on these shares; `left` lists the prizes still to play for."""

    shares: dict[str, int]
    article: str
    left: tuple[int, ...] = ()


class Cancelled(RoomEvent, frozen=True, tag="tournament.cancelled"):
    """The tournament has ended without a result."""

    why: str
    article: str


class ColourUpDue(RoomEvent, frozen=True, tag="colour-up.due"):
    """The blinds no longer need the smallest chips, which must be exchanged for larger ones."""

    chip: int
    into: int
    article: str


class ChipsColoured(RoomEvent, frozen=True, tag="chips.coloured"):
    """A table's small chips are out of play; stack changes and race cards are listed by seat."""

    table: int
    chip: int
    into: int
    change: dict[int, int]
    cards: dict[int, tuple[str, ...]]
    article: str


class ColourUpEnded(RoomEvent, frozen=True, tag="colour-up.ended"):
    """The small chips at all tables are out of play."""

    chip: int


class ConductBooked(RoomEvent, frozen=True, tag="conduct.booked"):
    """A player's offence has been entered in the book, as the incident with this number.

    `times` is the number of times that they have committed this offence. `proposed` is the sanction
    that follows their earlier ones under the house's rules. `late` means that the offence was
    reported after the next hand had started. A `bound` player is held to what they announced.
    """

    incident: int
    player: str
    offence: Offence
    times: int
    sanction: str
    proposed: str
    article: str
    excuse: Excuse | None = None
    late: bool = False
    bound: bool = False


class AppealBegun(RoomEvent, frozen=True, tag="appeal.begun"):
    """An appeal against an incident has been made."""

    incident: int
    article: str


class AppealEnded(RoomEvent, frozen=True, tag="appeal.ended"):
    """An appeal has been decided; the decision is final."""

    incident: int
    stands: bool
    article: str


class ReadmissionDue(RoomEvent, frozen=True, tag="readmission.due"):
    """An excluded player must report to the floor before they sit down again."""

    player: str
    article: str


class PlayerSatAgain(RoomEvent, frozen=True, tag="player.readmitted"):
    """An excluded player has been allowed to sit down again."""

    player: str


class TournamentEnded(RoomEvent, frozen=True, tag="tournament.ended"):
    """The tournament has ended. `points` are listed by player; a satellite has no `winner`."""

    winner: str
    points: dict[str, int]


class HoldTable(RoomOrder, frozen=True, tag="hold"):
    """Deal no more hands; if `at_once`, stop all action. The clock stops unless `clock_runs`."""

    name: str
    clock_runs: bool = True
    at_once: bool = False


class ReleaseTable(RoomOrder, frozen=True, tag="release"):
    """Release a hold."""

    name: str


class DealOne(RoomOrder, frozen=True, tag="deal-one"):
    """Deal exactly one hand, or one more street of it if `by_street` is true, then wait again."""

    name: str
    by_street: bool = False


class StandUp(RoomOrder, frozen=True, tag="stand-up"):
    """Have a player leave their seat once no hand is running at the table.

    If `next_big_blind` is true, the player who would then be the next big blind leaves.
    """

    seat: int
    player: str
    target: Seat
    next_big_blind: bool = False


class ClearSeat(RoomOrder, frozen=True, tag="clear-seat"):
    """Clear the seat of a player who is out, once no hand is running at the table."""

    seat: int
    player: str


class SitDown(RoomOrder, frozen=True, tag="sit-down"):
    """Give a player a seat and a stack, along with what they carry over from another table."""

    seat: int
    player: str
    stack: int
    absent: bool = False
    penalty: str = ""
    owes: int = 0


class SetButton(RoomOrder, frozen=True, tag="set-button"):
    """Put the button in front of a seat."""

    seat: int


class SetBlinds(RoomOrder, frozen=True, tag="set-blinds"):
    """Play this level, starting with the next hand; `number` counts the levels from 1."""

    number: int
    small_blind: int
    big_blind: int


class GiveChips(RoomOrder, frozen=True, tag="give-chips"):
    """Give a seat more chips."""

    seat: int
    player: str
    chips: int


class ColourTable(RoomOrder, frozen=True, tag="colour-table"):
    """Play with these chip values from now on; `stacks` are each seat's chips before and after."""

    denominations: tuple[int, ...]
    stacks: dict[int, tuple[int, int]]


class Notify(RoomOrder, frozen=True, tag="notify"):
    """Show the notice `notice` to a table or one seat; `target` is the destination of a move."""

    text: NoticeText
    notice: str = ""
    seat: int = 0
    target: Seat | None = None


class NotifyOff(RoomOrder, frozen=True, tag="notify-off"):
    """Take down the notice with this name."""

    notice: str


class StayThere(RoomOrder, frozen=True, tag="stay"):
    """Cancel the departures required by an order that has not been executed yet.

    `seat` is the seat of a player who was to be taken out of play, or 0.
    """

    order: str
    seat: int = 0


class Penalise(RoomOrder, frozen=True, tag="penalise"):
    """Have a seat serve a penalty, given in the table's notation, such as `10m`."""

    seat: int
    player: str
    penalty: str


class OpenTable(RoomOrder, frozen=True, tag="open-table"):
    """Play this room's tournament under its house rules."""


class CloseTable(RoomOrder, frozen=True, tag="close-table"):
    """End play at this table."""


AnyRoomOrder = (
    HoldTable | ReleaseTable | DealOne | StandUp | SitDown | SetButton | SetBlinds | GiveChips
    | CloseTable | ClearSeat | OpenTable | Penalise | SellSeat
    | ColourTable | Notify | NotifyOff | StayThere | LimitTime | TakeChips | TellHead
)  # fmt: skip
