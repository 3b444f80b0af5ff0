"""Satellites: seats and what is left are all of the pool, and more money is no fewer seats."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.houses.model import Ruled
from controller.venue.rules.evening.satellite import shares_of
from controller.venue.rules.tournament import SatelliteRules, Tournament
from controller.venue.tournament_files import load_tournament

PPC = load_tournament("ppc")
WORTH = st.integers(1, 5_000)


def satellite(seats: int, worth: int) -> Tournament:
    """Return a satellite for so many seats, 0: as many as the pool pays for."""
    return replace(PPC, satellite=SatelliteRules(Ruled(seats, ""), Ruled(worth, ""), "sunday"))


@given(WORTH, st.integers(0, 500_000))
def test_seats_and_the_rest_are_all_of_the_pool(worth: int, pool: int) -> None:
    """The rest is less than a seat, and every seat is worth the same."""
    shares = shares_of(satellite(0, worth), pool)
    assert sum(shares) == pool
    assert list(shares) == sorted(shares, reverse=True)
    assert set(shares[:-1]) <= {worth}
    assert all(0 < one <= worth for one in shares)


@given(WORTH, st.integers(0, 100_000), st.integers(0, 100_000))
def test_more_money_is_no_fewer_seats(worth: int, pool: int, more: int) -> None:
    rules = satellite(0, worth)
    fewer, many = shares_of(rules, pool), shares_of(rules, pool + more)
    assert fewer.count(worth) <= many.count(worth)


@given(st.integers(1, 30), WORTH, st.integers(0, 100_000))
def test_a_fixed_number_of_seats_is_that_whatever_the_pool(
    seats: int, worth: int, pool: int
) -> None:
    """What lacks is the house's, what is over goes to the next place."""
    shares = shares_of(satellite(seats, worth), pool)
    assert shares[:seats] == (worth,) * seats
    assert sum(shares[seats:]) == max(0, pool - seats * worth)
