"""Split pots: whole chips, the odd ones to the first winners, or left for the next pot."""

import pytest

from controller.houses.loader import load_house
from controller.table.state import Pot, halves, odd_article, share

SEATS = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("house", "amount", "winners", "shares", "odd", "carried"),
    [
        ("fidpa", 1000, (2,), (1000,), (0,), 0),
        ("fidpa", 1000, (2, 1), (500, 500), (0, 0), 0),
        ("fidpa", 1100, (4, 1, 2), (400, 400, 300), (100, 100, 0), 0),
        ("fidpa", 1150, (4, 1), (650, 500), (150, 0), 0),
        ("redcactus", 1100, (4, 1, 2), (300, 300, 300), (0, 0, 0), 200),
        ("redcactus", 1100, (4,), (1100,), (0,), 0),
        ("fidpa", 100, (4, 1, 2), (100,), (100,), 0),
        ("fidpa", 0, (4,), (), (), 0),
    ],
)
def test_winners_share_in_whole_chips(
    house: str,
    amount: int,
    winners: tuple[int, ...],
    shares: tuple[int, ...],
    odd: tuple[int, ...],
    carried: int,
) -> None:
    parts, left = share(Pot(amount, SEATS), 0, winners, 100, load_house(house))
    assert [part.seat for part in parts] == list(winners[: len(shares)])
    assert tuple(part.amount for part in parts) == shares
    assert tuple(part.odd for part in parts) == odd
    assert left == carried


@pytest.mark.parametrize(("amount", "high", "low"), [(1000, 500, 500), (1100, 600, 500)])
def test_the_odd_chip_of_two_halves_goes_to_the_high_one(amount: int, high: int, low: int) -> None:
    assert halves(Pot(amount, SEATS), 100, load_house("fidpa")) == (high, low)


def test_a_share_names_the_article_of_its_odd_chip_alone() -> None:
    house = load_house("fidpa")
    parts, _ = share(Pot(1100, SEATS), 0, (4, 1), 100, house)
    assert [odd_article(house, parts, part) for part in parts] == [house.pots.odd_chip.article, ""]
