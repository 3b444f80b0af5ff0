"""A cash game in a room: chips that are bought and turned back, hands that count, what pots give.

Tagged as everything else of a room. Chips are whole numbers, money is whole units of whatever the
house plays for (0 where it plays for chips alone).
"""

from controller.contract.rules import Entry
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.contract.venue.seats import Seat


class BoughtIn(RoomInput, frozen=True, tag="bought-in"):
    """A player who has come buys a stack for a free seat, and how they come into the game."""

    player: str = ""
    seat: Seat = Seat(0, 0)
    chips: int = 0
    entry: Entry = Entry.DEALT_IN
    cashier: str = ""


class CashedOut(RoomInput, frozen=True, tag="cashed-out"):
    """A player turns their chips back; who sits stands up when the hand is over."""

    player: str = ""


class DayBegan(RoomInput, frozen=True, tag="day-began"):
    """Another day has begun (`2026-11-22`): the hands of a day count anew."""

    day: str = ""


class SeatSold(RoomEvent, frozen=True, tag="seat.sold"):
    """A player has bought a stack for a seat."""

    player: str
    seat: Seat
    chips: int
    money: int
    article: str


class CashPaid(RoomEvent, frozen=True, tag="cash.paid"):
    """A player's chips are in the bank again, and they have what these are worth."""

    player: str
    chips: int
    money: int
    article: str


class RakeBooked(RoomEvent, frozen=True, tag="rake.booked"):
    """The pots of a hand gave chips to the house; less than 0 where its end was taken back."""

    table: int
    hand: int
    chips: int
    article: str


class TimeBooked(RoomEvent, frozen=True, tag="time.booked"):
    """Players, or a pot for all of them, gave chips to the house for the time that is played.

    Less than 0 where the end of the hand was taken back.
    """

    table: int
    hand: int
    chips: int
    article: str


class HandsReached(RoomEvent, frozen=True, tag="hands.reached"):
    """A player has played all the hands that they have for the day."""

    player: str
    hands: int
    article: str


class HandsMissing(RoomEvent, frozen=True, tag="hands.missing"):
    """Hands of a table that the room has not heard of: its archive is to be looked at for them."""

    table: int
    first: int
    last: int
    article: str


class TransferNoticed(RoomEvent, frozen=True, tag="transfer.noticed"):
    """So many chips have gone from one player to another, less what came back: the floor looks."""

    player: str
    to: str
    chips: int
    article: str


CashEvent = (
    SeatSold | CashPaid | RakeBooked | TimeBooked | HandsReached | HandsMissing | TransferNoticed
)


class SellSeat(RoomOrder, frozen=True, tag="sell-seat"):
    """Give a player a seat with a stack that is bought now, and have them come into play so."""

    seat: int
    player: str
    chips: int
    entry: Entry
