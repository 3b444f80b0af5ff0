"""Who is at the table: players who go away and come back."""

from controller.contract.public import FloorCalled, SeatAbsent, SeatBack
from controller.houses.model import House
from controller.table.state import Out, Table, with_seat

MINUTE = 60_000


def mark_absent(table: Table, number: int, out: Out) -> tuple[Table, str]:
    """Record that a player is away; the second value says why that can't be."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if seat.absent:
        return table, ""
    out.say(SeatAbsent(number))
    return with_seat(table, number, absent=True, away_since=out.at), ""


def away_too_long(table: Table, house: House, out: Out) -> None:
    """Call the floor because of who is away for longer than the house allows (ppc 6)."""
    limit = house.deal.absence_minutes
    if not limit.value:
        return
    for number, seat in enumerate(table.seats):
        if seat.absent and out.at - seat.away_since > limit.value * MINUTE:
            out.say(FloorCalled(number, "absence", limit.article))


def mark_back(table: Table, number: int, out: Out) -> tuple[Table, str]:
    """Record that a player is back; the second value says why that can't be."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if seat.absent:
        out.say(SeatBack(number))
    return with_seat(table, number, absent=False), ""
