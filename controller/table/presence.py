"""Who is at the table: players who go away and come back."""

from controller.contract.public import SeatAbsent, SeatBack
from controller.table.state import Out, Table, with_seat


def mark_absent(table: Table, number: int, out: Out) -> tuple[Table, str]:
    """Note that a player is away; the second value says why that can't be."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if not seat.absent:
        out.say(SeatAbsent(number))
    return with_seat(table, number, absent=True), ""


def mark_back(table: Table, number: int, out: Out) -> tuple[Table, str]:
    """Note that a player is back; the second value says why that can't be."""
    seat = table.seats[number]
    if not seat.taken:
        return table, "seat-empty"
    if seat.absent:
        out.say(SeatBack(number))
    return with_seat(table, number, absent=False), ""
