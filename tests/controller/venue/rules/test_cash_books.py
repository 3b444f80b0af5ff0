"""A cash game's books: every chip is bought, and is a player's, in the bank, or the house's."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.waiting import ListJoined
from controller.contract.venue.kinds import RoomInput
from controller.houses.model import Ruled
from controller.venue.rules.books.cash_books import CashBooks, Session, Waits, imbalance
from controller.venue.rules.cash_game.sessions import hands_left
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import CashGame
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament

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


def test_who_has_just_come_has_bought_nothing_and_waits_for_any_seat() -> None:
    """Nor have they played or left before; the house has taken nothing by then."""
    rules = load_tournament("ramponneau")
    room = new_room(rules)
    happen: list[RoomInput] = [
        i.TableOpened(table=1, seats=4), entered("a"), entered("b"), ListJoined(player="b", at=70),
    ]  # fmt: skip
    for said in happen:
        done = step(room, said, rules)
        assert not done.refused
        room = done.room
    assert step(room, i.PlayerEntered(player="c", level=-1), rules).refused == "no-such-level"
    new = Session(1, False, 0, 0, 0, "", "", None, 0, 0, 0)
    assert room.cash == CashBooks(
        {"a": new, "b": new}, "", 0, 0, 0, {}, (Waits("b", (), 70, None, 0, 0, False),), {}
    )
    assert hands_left(rules.cash, Session()) == hands_left(rules.cash, new)
    by_level = CashGame(hands_a_day=Ruled((5, 40, 300), ""))
    assert hands_left(by_level, Session()) == hands_left(by_level, new) == 40
