"""Satellites: seats and what is left are all of the pool, and more money is no fewer seats."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.prizes.registration import EntryRefunded
from controller.contract.venue.tournament_formats.satellites import TicketReturned, TicketTaken
from controller.houses.model import Ruled
from controller.venue.rules.evening.satellite import seats_of, shares_of
from controller.venue.rules.step import new_room, step
from controller.venue.rules.tournament import SatelliteRules, Tournament
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

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


def test_the_pool_says_how_many_seats_there_are_once_nobody_enters_any_more() -> None:
    base = satellite(0, 250)
    rules = replace(base, entries=replace(base.entries, late_levels=Ruled(1, "")))
    room = replace(new_room(rules), pool=749)
    first, second = (next(n for n, one in enumerate(room.levels) if one.number == at)
                     for at in (1, 2))  # fmt: skip
    early = replace(room, clock=replace(room.clock, at=first))
    late = replace(room, clock=replace(room.clock, at=second))
    assert [seats_of(rules, one) for one in (early, late)] == [0, 2]
    assert [seats_of(satellite(3, 250), one) for one in (early, late)] == [3, 3]
    assert [seats_of(satellite(seats, 0), late) for seats in (0, 3)] == [0, 0]
    assert seats_of(rules, replace(late, pool=0)) == 0


def test_a_ticket_that_is_given_back_may_be_used_again_and_costs_nothing_without_money() -> None:
    rules = replace(
        PPC, entries=replace(PPC.entries, tickets=Ruled(True, ""), refunds=Ruled(True, ""))
    )
    happens = replace(entered("a"), ticket="t1", ticket_worth=250)
    room = told(new_room(rules), rules, entered("b"), happens).room
    assert step(room, replace(happens, player="c"), rules).refused == "ticket-is-used"
    back = told(room, rules, EntryRefunded(player="a", why="ill"))
    told_back = [one for one in back.events if isinstance(one, TicketReturned)]
    assert told_back == [TicketReturned("a", "t1", 250, 0)]
    again = told(back.room, rules, replace(happens, player="c"))
    assert [one for one in again.events if isinstance(one, TicketTaken)] == [
        TicketTaken("c", "t1", 250, 0)
    ]
    played = playing(rules, "abc", replace(happens, player="d"))
    refund = EntryRefunded(player="d", why="fire")
    after = told(played, rules, i.TournamentCancelled(why="fire"), refund).room.players["d"]
    assert after == replace(played.players["d"], ticket="", ticket_worth=0)


def test_an_entry_that_won_a_seat_is_not_refunded() -> None:
    """Two winners share the first place; only a tournament that was cancelled has none."""
    base = satellite(2, 250)
    entries = replace(
        base.entries, late_levels=Ruled(0, ""), rebuy_levels=Ruled(0, ""), refunds=Ruled(True, "")
    )
    rules = replace(base, entries=entries)
    room = playing(rules)
    began = {seat: one.stack for seat, one in room.seated(1).items()}
    out, up, _ = began
    stacks = {**began, out: 0, up: began[up] + began[out]}
    hand = i.HandReported(table=1, hand=1, began=began, stacks=stacks)
    won = told(room, rules, hand).room
    assert won.ended
    winner = won.seats_won.winners[0]
    assert step(won, EntryRefunded(player=winner, why="ill"), rules).refused == "still-in"
    off = told(room, rules, i.TournamentCancelled(why="fire")).room
    assert not step(off, EntryRefunded(player=winner, why="fire"), rules).refused
    plain = replace(rules, satellite=SatelliteRules())
    off = told(playing(plain), plain, hand, i.TournamentCancelled(why="fire")).room
    assert [one.place for one in off.players.values() if one.place] == [(3, 3)]
    assert not step(off, EntryRefunded(player=winner, why="fire"), plain).refused


def test_a_satellite_of_which_nobody_is_left_is_not_won() -> None:
    """All were taken out of it while others might still have come."""
    base = satellite(2, 250)
    rules = replace(base, entries=replace(base.entries, late_levels=Ruled(1, "")))
    room = playing(rules)
    late = next(n for n, one in enumerate(room.levels) if one.number == 2)
    removed = [i.PlayerRemoved(player=one) for one in "abc"]
    done = told(room, rules, *removed, i.LevelJumped(index=late))
    assert not done.room.ended
    assert not done.room.seats_won.winners


def test_seats_that_no_entry_has_paid_for_are_the_houses() -> None:
    """Neither more nor less than what they are worth, and nothing is in a pool."""
    base = satellite(2, 250)
    entries = replace(base.entries, late_levels=Ruled(0, ""), rebuy_levels=Ruled(0, ""))
    bank = replace(base.bank, money=Ruled("points", ""))
    rules = replace(base, entries=entries, bank=bank)
    room = told(playing(rules), rules, i.PlayerRemoved(player="a")).room
    assert room.ended
    assert room.money.accounts == {"house": 500, "tickets": -500}
