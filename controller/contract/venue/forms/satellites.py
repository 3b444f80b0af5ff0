"""Satellites: seats that are won in one tournament, and the tickets that another one takes.

Amounts are whole units of what the room plays for. Players are opaque ids. Tagged by `type`.
"""

import msgspec

from controller.contract.venue.kinds import Ask, RoomEvent, RoomInput


class LastSeatsDecided(RoomInput, frozen=True, tag="last-seats-decided"):
    """The floor says which of the players who tie for the last seats get them."""

    players: tuple[str, ...] = ()


class SeatWon(RoomEvent, frozen=True, tag="seat.won"):
    """A player has won a seat: a ticket of this worth, which the tournament `target` takes."""

    player: str
    target: str
    worth: int
    article: str


class SeatsTied(RoomEvent, frozen=True, tag="seats.tied"):
    """These players tie for so many last seats; `money` is shared instead, or the floor decides."""

    players: tuple[str, ...]
    seats: int
    money: dict[str, int]
    article: str


class TicketTaken(RoomEvent, frozen=True, tag="ticket.taken"):
    """An entry was paid by a ticket: `paid` came besides, or so much is owed (less than 0)."""

    player: str
    ticket: str
    worth: int
    paid: int


class TicketReturned(RoomEvent, frozen=True, tag="ticket.returned"):
    """An entry was given back that a ticket had paid: the ticket is good again."""

    player: str
    ticket: str
    worth: int
    paid: int


class RestShared(RoomEvent, frozen=True, tag="rest.shared"):
    """What the pool had besides the seats: money by player, the house's part (below 0: it pays)."""

    money: dict[str, int]
    house: int
    article: str


SatelliteEvent = SeatWon | SeatsTied | RestShared | TicketTaken | TicketReturned


class AskTickets(Ask, frozen=True, tag="tickets"):
    """All tickets that were won here. Answered with `Tickets`."""


class TicketLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ticket: who has won it and where (`title`), what takes it, and where it was used."""

    ticket: str
    player: str
    title: str
    target: str
    worth: int = 0
    used: str = ""


class Tickets(msgspec.Struct, frozen=True):
    """Tickets, the newest first; `tied` players wait for the floor's word on so many `seats`."""

    tickets: tuple[TicketLine, ...] = ()
    tied: tuple[str, ...] = ()
    seats: int = 0
