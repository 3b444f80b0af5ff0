"""The dead button over random arrivals and departures, as the texts state it.

ppc 12 and 20, fidpa 41 and 42, redcactus D, tda 32 and 34: the big blind always goes on to the
next player; who was the big blind posts the small blind next; so nobody is big blind twice in a
row, and nobody escapes a blind.
"""

import random
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import HandStarted
from controller.contract.rules import Entry
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.table.state.button_and_blinds import (
    Positions,
    clockwise,
    dealing_order,
    next_positions,
    players,
)
from controller.table.state.table import Redeal, Seat, new_table
from tests.controller.table.random_table import PlayedTable, seated

DEAD = ["fidpa", "ppc", "redcactus", "tda"]
RANDOMS = st.integers(0, 2**32).map(random.Random)
LEVEL = c.SetLevel(50, 100)


class Dealt(NamedTuple):
    """A hand that was dealt: its places, who got cards, and who could have."""

    button: int
    small_blind: int
    big_blind: int
    who: dict[int, str]
    dealt: tuple[int, ...]
    able: dict[int, str]
    next_dealer: int


def come_and_go(play: PlayedTable, *, rebuys: bool) -> None:
    """Let players leave and arrive between two hands; with `rebuys` go broke and buy in again."""
    seats = len(play.table.seats) - 1
    for _ in range(play.rng.choice([0, 0, 1, 1, 2, 3])):
        seat = play.rng.randint(1, seats)
        there = play.table.seats[seat]
        if not there.taken:
            play.command(c.SitDown(seat, f"N{play.table.played.hands}-{seat}", 2000))
        elif rebuys and play.rng.random() < 0.5:
            play.command(c.SetStack(seat, 0 if there.stack else 2000))
        else:
            play.command(c.StandUp(seat))


def session(
    house: House, rng: random.Random, hands: int, *, arrive: bool = True, rebuys: bool = True
) -> list[Dealt]:
    """Return the hands of an evening at a table where players come and go."""
    play = seated(house, rng, level=LEVEL)
    dealt: list[Dealt] = []
    for _ in range(hands):
        for seat in range(1, len(play.table.seats)):
            # Only who leaves goes broke here.
            if play.table.seats[seat].stack > 0:
                play.command(c.SetStack(seat, 2000))
        able = {
            number: seat.name
            for number, seat in enumerate(play.table.seats)
            if seat.taken and seat.stack
        }
        next_dealer = play.look().next_dealer
        if len(able) < 2:
            assert play.start() == "too-few-players"
            assert next_dealer == 0
            come_and_go(play, rebuys=rebuys)
            continue
        assert not play.start()
        started = [event for event in play.events if isinstance(event, HandStarted)][-1]
        seats = tuple(held.seat for held in started.stacks)
        who = {seat: play.table.seats[seat].name for seat in seats}
        table = play.table
        dealt.append(
            Dealt(
                started.button,
                started.small_blind,
                started.big_blind,
                who,
                seats,
                able,
                next_dealer,
            )
        )
        assert (table.played.button, table.played.big_blind) == (started.button, started.big_blind)
        play.deal()
        if arrive and rng.random() < 0.3:
            seat = rng.randint(1, len(table.seats) - 1)
            if not table.seats[seat].taken:
                play.command(c.SitDown(seat, f"M{table.played.hands}-{seat}", 2000))
        play.fold_out()
        if arrive:
            come_and_go(play, rebuys=rebuys)
        elif rng.random() < 0.3:
            leaving = rng.choice(list(seats))
            play.command(c.StandUp(leaving))
    return dealt


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_nobody_is_big_blind_twice_in_a_row(house: str, rng: random.Random) -> None:
    hands = session(load_house(house), rng, 12)
    for before, after in pairwise(hands):
        big = after.big_blind
        assert big in after.dealt
        assert (before.big_blind, before.who[before.big_blind]) != (big, after.who[big])


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_the_big_blind_goes_on_to_the_next_who_is_dealt_in(house: str, rng: random.Random) -> None:
    hands = session(load_house(house), rng, 12)
    for before, after in pairwise(hands):
        round_the_table = clockwise(10, before.big_blind)
        following = [seat for seat in round_the_table if seat in after.dealt]
        assert after.big_blind == following[0]


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_who_was_the_big_blind_posts_the_small_blind(house: str, rng: random.Random) -> None:
    hands = session(load_house(house), rng, 12)
    for before, after in pairwise(hands):
        place = before.big_blind
        # Their place may have gone to somebody else, who takes its duties over (ppc 9, fidpa 22-2).
        assert after.small_blind == (place if place in after.dealt else 0) or (
            len(after.dealt) == 2 and after.small_blind == after.button
        )


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_only_newcomers_wait_and_only_for_one_hand(house: str, rng: random.Random) -> None:
    hands = session(load_house(house), rng, 12)
    waited: set[tuple[int, str]] = set()
    for hand in hands:
        # Somebody else may have come to the same seat meanwhile.
        waiting = {(seat, name) for seat, name in hand.able.items() if seat not in hand.dealt}
        assert not waiting & waited
        assert len(hand.dealt) >= 2
        if load_house(house).button.new_player_between.value == "plays":
            assert not waiting
        waited = waiting


@pytest.mark.parametrize("house", ["fidpa", "tda"])
@settings(max_examples=40)
@given(rng=RANDOMS)
def test_nobody_sits_between_the_button_and_the_blinds(house: str, rng: random.Random) -> None:
    # FIDPA 22-3, 41, TDA 10; who buys in again after going broke keeps their place and waits for
    # nothing. After a heads-up hand the places begin anew.
    hands = session(load_house(house), rng, 12, rebuys=False)
    for before, hand in pairwise(hands):
        order = [seat for seat in clockwise(10, hand.button) if seat in hand.dealt]
        blinds = [seat for seat in (hand.small_blind, hand.big_blind) if seat]
        if len(hand.dealt) == 2:
            assert order[0] == hand.big_blind
        elif len(before.dealt) > 2:
            assert order[: len(blinds)] == blinds


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_who_leaves_is_the_only_reason_for_a_blind_that_is_missing(
    house: str, rng: random.Random
) -> None:
    hands = session(load_house(house), rng, 12, arrive=False)
    for number, (before, after) in enumerate(pairwise(hands)):
        if before.dealt == after.dealt:
            assert after.small_blind, number
        if len(after.dealt) == 2:
            assert after.button == after.small_blind


@pytest.mark.parametrize("house", DEAD)
@settings(max_examples=25)
@given(rng=RANDOMS)
def test_somebody_who_is_there_deals(house: str, rng: random.Random) -> None:
    for hand in session(load_house(house), rng, 12):
        assert hand.next_dealer in hand.able
        if hand.button in hand.dealt:
            assert hand.next_dealer == hand.button


@pytest.mark.parametrize("house", ["ramponneau", "salle"])
@settings(max_examples=30)
@given(rng=RANDOMS)
def test_a_button_that_is_never_dead_goes_to_the_next_player(
    house: str, rng: random.Random
) -> None:
    hands = session(load_house(house), rng, 10)
    for before, after in pairwise(hands):
        assert after.button == next(s for s in clockwise(10, before.button) if s in after.dealt)
        order = [seat for seat in clockwise(10, after.button) if seat in after.dealt]
        assert after.small_blind == order[0]
        assert after.big_blind == order[1]


@pytest.mark.parametrize(
    ("taken", "waiting"), [((1, 2, 3, 4), (2, 3)), ((1, 2, 3), ()), ((1, 3, 4), (3,))]
)
def test_newcomers_wait_for_the_button_if_two_others_play(
    taken: tuple[int, ...], waiting: tuple[int, ...]
) -> None:
    """Robert 5: players who sit down between the button and the big blind."""
    house = load_house("ramponneau")
    waits = replace(house.button.new_player_between, value="waits")
    moving = replace(house.button.movement, value="moving")
    button = replace(house.button, new_player_between=waits, movement=moving)
    house = replace(house, button=button)
    table = new_table(6)

    def seat(number: int) -> Seat:
        if number not in taken:
            return Seat()
        one = Seat(name=f"P{number}", stack=1000)
        return replace(one, entry=Entry.POST_NOW) if number in (2, 3) else one

    played = replace(table.played, hands=1, button=1, small_blind=5, big_blind=4)
    places = next_positions(replace(table, seats=tuple(map(seat, range(7))), played=played), house)
    assert places is not None
    assert places.waiting == waiting


@pytest.mark.parametrize(("stack", "dealt"), [(0, (2, 3, 1)), (1, (3, 1)), (1000, (3, 1))])
def test_a_dead_blind_is_dealt_to_where_nobody_has_a_chip(
    stack: int, dealt: tuple[int, ...]
) -> None:
    # PPC 12
    table = new_table(3)
    seats = tuple(Seat(name=f"P{n}", stack=stack if n == 2 else 1000) for n in range(4))
    places = Positions(1, 2, 3, frozenset({1, 2, 3}), waiting=(2,))
    assert dealing_order(replace(table, seats=seats), load_house("ppc"), places) == dealt


@pytest.mark.parametrize(
    ("names", "again"),
    [
        (("", "P1", "P2", "", ""), (1, 2)),
        (("", "P1", "", "", ""), (1, 2, 3, 4)),
        (("", "P1", "Nora", "P3", "P4"), (1, 3, 4)),
    ],
)
def test_a_void_hand_is_dealt_again_to_those_who_played_it_if_two_of_them_are_left(
    names: tuple[str, ...], again: tuple[int, ...]
) -> None:
    table = new_table(4)
    seats = (Seat(), *(Seat(name=f"P{n}", stack=1000) for n in range(1, 5)))
    played = replace(table.played, redeal=Redeal(names, ()))
    table = replace(table, seats=seats, played=played)
    assert players(table, load_house("ppc")) == again
