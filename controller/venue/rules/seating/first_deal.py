"""The button for the first hand at each table, at the start and after a redraw."""

from collections.abc import Sequence

from controller.venue.rules.books.work import Work
from controller.venue.rules.calculations.button import first_button
from controller.venue.rules.calculations.draw import Numbers


def buttons(work: Work) -> dict[int, int]:
    """Return the button's seat for each table in play.

    Depending on the rules, it is the lowest occupied seat, is drawn separately at each table, or is
    drawn once and has the same number everywhere. In the last case, if that seat is empty at a
    table, the button goes to the nearest player to its right.
    """
    room, rule = work.room, work.rules.seating
    occupied = {number: tuple(room.seated(number)) for number in room.occupied}
    kind = rule.first_button.value
    table, drawn = first_button(kind, occupied, Numbers(f"{room.n} button".encode()))
    if kind == "seat-one":
        return {number: min(seats) for number, seats in occupied.items()}
    if rule.same_button.value:
        return {number: _at_or_before(drawn, seats) for number, seats in occupied.items()}
    return {
        number: drawn if number == table else _own(work, number, seats)
        for number, seats in occupied.items()
    }


def _at_or_before(drawn: int, seats: Sequence[int]) -> int:
    return max((seat for seat in seats if seat <= drawn), default=max(seats))


def _own(work: Work, table: int, seats: tuple[int, ...]) -> int:
    numbers = Numbers(f"{work.room.n} button {table}".encode())
    return first_button(work.rules.seating.first_button.value, {table: seats}, numbers)[1]
