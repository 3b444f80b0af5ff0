"""Satellites: seats won in one tournament, and tickets accepted by another.

Amounts are whole numbers in the room's unit of money. Players are opaque ids. The structs
are tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, RoomEvent, RoomInput


class LastSeatsDecided(RoomInput, frozen=True, tag="last-seats-decided"):
    """The floor decides which of the players tied for the last seats win them."""

    players: tuple[str, ...] = ()


class SeatWon(RoomEvent, frozen=True, tag="seat.won"):
    """A player has won a seat: a ticket for the tournament `target`, with the value `worth`."""

    player: str
    target: str
    worth: int
    article: str


class SeatsTied(RoomEvent, frozen=True, tag="seats.tied"):
    """These players are tied for the last `seats`.

    If `money` is empty, the floor decides who wins the seats. Otherwise, none of them wins a seat;
    `money` maps each player to the amount that they receive instead.
    """

    players: tuple[str, ...]
    seats: int
    money: dict[str, int]
    article: str


class TicketTaken(RoomEvent, frozen=True, tag="ticket.taken"):
    """A ticket has been used for an entry.

    `paid` is the money that the player paid in addition; a negative amount is owed to the player.
    """

    player: str
    ticket: str
    worth: int
    paid: int


class TicketReturned(RoomEvent, frozen=True, tag="ticket.returned"):
    """An entry paid for with a ticket has been refunded, so the ticket is valid again."""

    player: str
    ticket: str
    worth: int
    paid: int


class RestShared(RoomEvent, frozen=True, tag="rest.shared"):
    """The remainder of the pool has been divided: an amount for each player, and the house's share.

    The house's share is negative if the house pays.
    """

    money: dict[str, int]
    house: int
    article: str


class AskTickets(Ask, frozen=True, tag="tickets"):
    """Request all tickets won in this room's satellites. Answered with `Tickets`."""


class TicketLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ticket: the `player` who won it, and its value in the room's unit of money (`worth`).

    `title` is the satellite in which it was won, and `target` the tournament that it is for. `used`
    is the tournament in which it has been used, or "".
    """

    ticket: str
    player: str
    title: str
    target: str
    worth: int = 0
    used: str = ""


class Tickets(msgspec.Struct, frozen=True):
    """All tickets, newest first, and any tie for the last seats in the current satellite.

    `tied` lists the tied players, until the floor has decided who wins the seats. `seats` is the
    number of these seats.
    """

    tickets: tuple[TicketLine, ...] = ()
    tied: tuple[str, ...] = ()
    seats: int = 0
