"""A cash game in a room: buy-ins and cash-outs, the count of hands, rake and time charges.

The structs are tagged like all inputs and outputs of a room. Chips are whole numbers, and money is
whole numbers in the unit that the house plays for (0 if it plays for chips only).
"""

from controller.contract.rules import Entry
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.contract.venue.seats import Seat


class BoughtIn(RoomInput, frozen=True, tag="bought-in"):
    """A registered player buys a stack for a free seat; `entry` is how they enter the game."""

    player: str = ""
    seat: Seat = Seat(0, 0)
    chips: int = 0
    entry: Entry = Entry.DEALT_IN
    cashier: str = ""


class CashedOut(RoomInput, frozen=True, tag="cashed-out"):
    """A player cashes out; a seated player stands up at the end of the hand."""

    player: str = ""


class DayBegan(RoomInput, frozen=True, tag="day-began"):
    """A new day has begun (`2026-11-22`), so the daily counts of hands restart."""

    day: str = ""


class SeatSold(RoomEvent, frozen=True, tag="seat.sold"):
    """A player has bought in at a seat."""

    player: str
    seat: Seat
    chips: int
    money: int
    article: str


class CashPaid(RoomEvent, frozen=True, tag="cash.paid"):
    """A player has cashed out: their chips are back in the bank, and they have been paid."""

    player: str
    chips: int
    money: int
    article: str


class RakeBooked(RoomEvent, frozen=True, tag="rake.booked"):
    """Rake has been taken from a hand's pots; it is negative if the hand's end has been undone."""

    table: int
    hand: int
    chips: int
    article: str


class TimeBooked(RoomEvent, frozen=True, tag="time.booked"):
    """Time charges for a hand were paid by the players, or from a pot on behalf of all of them.

    The amounts are negative if the end of the hand has been undone.
    """

    table: int
    hand: int
    chips: int
    article: str


class HandsReached(RoomEvent, frozen=True, tag="hands.reached"):
    """A player has played the maximum number of hands for the day."""

    player: str
    hands: int
    article: str


class HandsMissing(RoomEvent, frozen=True, tag="hands.missing"):
    """A table did not report hands `first` to `last`, but its own journal may contain them."""

    table: int
    first: int
    last: int
    article: str


class TransferNoticed(RoomEvent, frozen=True, tag="transfer.noticed"):
    """A player's net losses to one other player are now so high that the floor should check."""

    player: str
    to: str
    chips: int
    article: str


class SellSeat(RoomOrder, frozen=True, tag="sell-seat"):
    """Seat a player with a newly bought stack; `entry` is how they enter the game."""

    seat: int
    player: str
    chips: int
    entry: Entry
