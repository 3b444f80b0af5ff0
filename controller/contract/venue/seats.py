"""Seats in a room."""

from typing import NamedTuple


class Seat(NamedTuple):
    """A seat: the table number and the seat number, both from 1. Seats are numbered clockwise."""

    table: int
    seat: int

    def __str__(self) -> str:
        """Return the seat as `3-7`: table 3, seat 7."""
        return f"{self.table}-{self.seat}"
