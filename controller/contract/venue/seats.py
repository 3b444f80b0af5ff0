"""Seats of a room."""

from typing import NamedTuple


class Seat(NamedTuple):
    """A seat: the number of its table and its own, both from 1. Seat 1 is left of the dealer."""

    table: int
    seat: int

    def __str__(self) -> str:
        """Return the seat as `3-7`: table 3, seat 7."""
        return f"{self.table}-{self.seat}"
