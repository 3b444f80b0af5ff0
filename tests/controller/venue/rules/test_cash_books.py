"""A cash game's books: every chip is bought, and is a player's, in the bank, or the house's."""

import pytest
from msgspec.structs import replace

from controller.venue.rules.books.cash_books import CashBooks, Session, imbalance

BOOKS = CashBooks({"a": Session(bought=100, cashed=30)}, bank=30, raked=4, timed=6)


def test_books_balance() -> None:
    assert not imbalance(BOOKS, 60, 100, 40)


@pytest.mark.parametrize(
    ("books", "chips", "issued", "removed"),
    [
        (BOOKS, 60, 101, 40),
        (replace(BOOKS, bank=31, raked=3), 60, 100, 40),
        (BOOKS, 60, 100, 41),
        (BOOKS, 61, 100, 40),
    ],
)
def test_one_chip_that_is_elsewhere_is_found(
    books: CashBooks, chips: int, issued: int, removed: int
) -> None:
    assert imbalance(books, chips, issued, removed)
