"""The waiting list of a cash game: when its first call lapses."""

from controller.contract.venue.seats import Seat
from controller.venue.rules.books.cash_books import Waits
from controller.venue.rules.cash_game.cash_list import due

FIRST, SECOND = Seat(1, 1), Seat(1, 2)


def test_the_first_call_that_lapses_counts_and_one_without_an_end_does_not() -> None:
    uncalled = Waits("a")
    held = Waits("b", seat=FIRST)
    later = Waits("c", seat=FIRST, until=900)
    sooner = Waits("d", seat=SECOND, until=500)
    assert due((uncalled, held)) is None
    assert due((uncalled, held, later, sooner)) == 500
