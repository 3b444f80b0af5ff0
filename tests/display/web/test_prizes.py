"""Prizes that staff write or have proposed: all of the pool, in order, in the house's unit."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import desk
from controller.contract.venue.inputs import PrizesPosted
from controller.contract.venue.views import PostingView
from display.web.evening.proposed_payouts import (
    LONGEST_SHARES,
    MOST_PLACES,
    BadShares,
    percentages,
    proposal,
    rounded,
    seats_and_rest,
    shares_of,
)
from tests.display.web.world import EVENING, World, views
from tests.mqtt import until

ENGLISH = {"Accept-Language": "en"}
POSTING = f"tournament/{EVENING}/posting"


@given(st.integers(1, 2_000), st.integers(1, 10**6), st.sampled_from((1, 5, 10, 50, 100)))
def test_a_proposal_is_all_of_the_pool_in_order_and_in_units(
    entries: int, pool: int, unit: int
) -> None:
    shares = proposal(entries, pool, unit)
    assert sum(shares) == pool
    assert list(shares) == sorted(shares, reverse=True)
    assert all(share % unit == 0 for share in shares[1:])
    assert shares[0] % unit == pool % unit
    assert min(shares) > 0
    assert len(shares) <= max(1, entries)


@given(st.integers(1, 2_000))
def test_what_is_proposed_is_a_hundred_percent_and_a_fair_part_of_the_field(entries: int) -> None:
    shares = percentages(entries)
    assert sum(shares) == pytest.approx(100)
    assert entries // 10 <= len(shares) <= max(1, entries // 2) or len(shares) == 100


def test_percentages_and_amounts_are_told_apart() -> None:
    assert shares_of("50 % 30 % 20 %", 120, 5) == (60, 35, 25)
    assert shares_of("60\n40\n20", 120) == (60, 40, 20)
    assert shares_of("50% 30%", 100) == (50, 30)
    for wrong in ("", "50% 30", "first", "60.5 40", "-5", "1 " * 1002, "1" + " " * 12_000):
        with pytest.raises(BadShares):
            shares_of(wrong, 120)


def test_a_place_more_than_there_may_be_seats_is_read_and_so_is_the_longest_text() -> None:
    assert shares_of("1 " * (MOST_PLACES + 1), 120) == (1,) * 1_001
    assert shares_of("120".ljust(LONGEST_SHARES), 120) == (120,)
    with pytest.raises(BadShares):
        shares_of("120".ljust(LONGEST_SHARES + 1), 120)


def test_what_is_lost_by_rounding_goes_where_most_was_lost() -> None:
    assert rounded(100, (50, 30, 20), 7) == (51, 28, 21)
    assert rounded(3, (50, 30, 20), 10) == (3,)
    assert rounded(120, (50, 40, 30), 5) == (64, 45, 35)
    # A place that gets nothing takes nothing from those after it.
    assert rounded(100, (50, 1, 49), 10) == rounded(100, (50, 49, 1), 10) == (50, 50)


@given(st.integers(0, 10**6), st.integers(0, MOST_PLACES), st.integers(1, 10**5))
def test_a_satellite_has_its_seats_and_what_is_left(pool: int, seats: int, worth: int) -> None:
    shares = seats_and_rest(pool, seats, worth, "next")
    won = seats or min(pool // worth, MOST_PLACES)
    assert shares[:won] == (worth,) * won
    assert sum(shares) == max(pool, won * worth)
    assert len(shares) in (won, won + 1)
    assert seats_and_rest(pool, seats, worth, "house") == shares[:won]


@pytest.fixture
def prizes(world: World) -> Iterator[World]:
    """Return the pages of an evening that plays for prizes, and not for seats."""
    posted = views()[POSTING]
    assert isinstance(posted, PostingView)
    seats = "Propose seats as prizes"
    try:
        world.say(f"venue/{POSTING}", replace(posted, seats=0, seat_worth=0, target=""))
        until(lambda: seats not in world.get("/prizes", "director", **ENGLISH).text)
        yield world
    finally:
        world.say(f"venue/{POSTING}", posted)
        until(lambda: seats in world.get("/prizes", "director", **ENGLISH).text)


def words(world: World, **form: str) -> str:
    """Return what the page says to a form."""
    page = world.post("/prizes", form, "director", **{"Accept-Language": "en"})
    return page.text if page.status_code != 303 else page.headers["location"]


def test_the_page_says_what_is_missing_and_posts_only_what_comes_out(prizes: World) -> None:
    world = prizes
    before = len(world.clerk.done(desk.Decide))
    short = words(world, pool="120", unit="5", places="60 40", post="yes")
    assert "120 in the pool, 100 allocated: 20 still to allocate." in short
    over = words(world, pool="120", unit="5", places="100 40", post="yes")
    assert "120 in the pool, 140 allocated: 20 more than the pool." in over
    over = words(world, pool="120", unit="5", places="50% 40% 30%", post="yes")
    assert "120 in the pool, 144 allocated: 24 more than the pool." in over
    assert "Enter percentages" in words(
        world, pool="120", unit="5", places="the winner", post="yes"
    )
    assert "A number is missing" in words(world, pool="much", unit="5", places="60", post="yes")
    proposed = words(world, pool="1000", unit="10", places="", propose="yes")
    amounts = re.findall(r'<span class="number">([\d,]+)</span>', proposed)
    assert sum(int(one.replace(",", "")) for one in amounts) == 1000
    assert len(world.clerk.done(desk.Decide)) == before
    assert words(world, pool="120", unit="5", places="50% 30% 20%", post="yes") == "/prizes"
    posted = PrizesPosted(pool=120, shares=(60, 35, 25))
    assert world.clerk.done(desk.Decide)[before:] == [desk.Decide(posted)]
    refused = world.post("/prizes", {"pool": "1", "unit": "1", "places": "1"}, "floor")
    assert refused.status_code == 403


def test_the_prizes_of_a_satellite_are_its_seats(world: World) -> None:
    """Three seats worth 250; what the pool has besides need not be anybody's prize."""
    before = len(world.clerk.done(desk.Decide))
    page = words(world, pool="1000", unit="1", places="", propose="yes")
    assert "3 seats in sunday, worth 250 each." in page
    assert re.findall(r'<span class="number">([\d,]+)</span>', page) == ["250", "250", "250"]
    assert words(world, pool="1000", unit="1", places="250 250 250", post="yes") == "/prizes"
    posted = desk.Decide(PrizesPosted(pool=1000, shares=(250, 250, 250)))
    assert world.clerk.done(desk.Decide)[before:] == [posted]


def test_a_large_satellite_is_posted_whole(world: World) -> None:
    before = len(world.clerk.done(desk.Decide))
    places = " ".join(["10000"] * 900)
    assert words(world, pool="9000000", unit="1", places=places, post="yes") == "/prizes"
    posted = PrizesPosted(pool=9_000_000, shares=(10_000,) * 900)
    assert world.clerk.done(desk.Decide)[before:] == [desk.Decide(posted)]
