"""A hand that is voided: every chip goes back at any moment, and it is dealt again as it was."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import HandStarted, HandVoided, Kind
from controller.houses.loader import load_house, shipped_houses
from controller.table.rulings.void_hands import _again, _joined, unvoid, void_hand
from controller.table.state import Missed, Past, Redeal, Seat, play_on
from tests.controller.table.random_table import any_level, chips_on, seated
from tests.controller.table.scripted import go_on, played, said


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=25)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_every_stack_is_what_it_was_whenever_it_is_voided(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    before = [seat.stack for seat in play.look().seats]
    total = chips_on(play.table)
    assert not play.start()
    play.deal()
    for _ in range(rng.randint(0, 6)):
        if not play.look().turn:
            break
        play.act_by_chance()
    if play.look().phase == "over":
        return
    assert not play.command(c.Misdeal())
    assert [seat.stack for seat in play.look().seats] == before
    assert chips_on(play.table) == total
    voided = [event for event in play.events if isinstance(event, HandVoided)][-1]
    assert sum(back.amount for back in voided.refunds) <= total


@pytest.mark.parametrize("house", shipped_houses())
def test_it_is_dealt_again_with_the_same_button_and_blinds(house: str) -> None:
    game = played("hand ; deal\n1 raises to 300\nfloor misdeal\nfollow all", house=house)
    go_on(game, "hand")
    places = [(e.button, e.small_blind, e.big_blind) for e in said(game, HandStarted)]  # type: ignore[attr-defined]
    assert places[0] == places[1]


def test_the_waiver_of_a_void_takes_the_hand_up_where_it_was() -> None:
    game = played("hand ; deal\n1 raises to 300\nfloor misdeal\nfloor waives\nexpect turn 2")
    assert [seat.stack for seat in game.look().seats[:3]] == [4700, 4950, 4900]


@pytest.mark.parametrize("zone", ["hand.3", "bet.3", "board", "burn", "muck", "pot"])
def test_nobody_waits_for_what_lies_in_a_zone_that_is_not_read(zone: str) -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop ; 2 bets 100 ; 3 calls ; 1 folds"
    game = played(f"{script}\ndevice-lost {zone}\nfloor misdeal")
    left = {"board": "Kd Qs Jh", "burn": "Ah", "muck": "4c 7c", "hand.3": "3c 6c"}
    for card, place in game.table.places.items():
        if place not in {"", zone}:
            go_on(game, f"move {card} {place} stub")
    assert {c for c, at in game.table.places.items() if at} == {*left.get(zone, "").split()}
    for place in {"bet.2", "bet.3", "pot"} - {zone}:
        for chip in game.table.chips.get(place, ()):
            go_on(game, f"move 1x{chip} {place} stack.2")
    assert game.look().voided
    assert not game.look().rulings


def test_where_cards_are_keyed_the_next_hand_starts_behind_a_void_one_with_a_board() -> None:
    table = "seat 1 Anne 5000 ; seat 2 Bruno 5000\nbutton 1\ncards keyed"
    script = "hand\n1 calls ; 2 checks\nkey board 2c 7d Jh\nfloor misdeal"
    game = played(f"{script}\nexpect steps none\nhand\nexpect turn 1", table=table)
    assert [seat.stack for seat in game.look().seats[:2]] == [4950, 4900]


def test_each_void_hand_is_counted_once_and_its_waiver_takes_the_count_back() -> None:
    game = played("hand ; deal\nfloor misdeal")
    assert game.table.played.void == 1
    go_on(game, "hand ; deal\nfloor misdeal")
    assert game.table.played.void == 2
    go_on(game, "floor waives")
    assert game.table.played.void == 1


@pytest.mark.parametrize(("joined", "after"), [(-1, -1), (0, 0), (1, 1), (4, 5), (5, 5), (3, 3)])
def test_who_was_new_in_a_void_hand_is_new_in_the_next(joined: int, after: int) -> None:
    hand = replace(played("hand ; deal").table.hand, number=5)
    assert _joined(Seat("Anne", joined=joined), hand) == after
    assert _joined(Seat("Anne", joined=joined), replace(hand, number=1)) == joined
    assert _joined(Seat("Anne", joined=1), replace(hand, number=2)) == 2


def test_only_those_who_have_put_chips_in_get_some_back() -> None:
    game = played("hand ; deal\n1 folds\nfloor misdeal")
    (voided,) = said(game, HandVoided)
    assert isinstance(voided, HandVoided)
    assert [(back.seat, back.amount) for back in voided.refunds] == [(2, 50), (3, 100)]


def test_a_void_that_is_waived_gives_the_numbers_and_places_of_the_hand_back() -> None:
    script = "hand ; deal\n1 raises to 300"
    before = played(script).table.played
    assert played(f"{script}\nfloor misdeal\nfloor waives").table.played == before


def test_a_single_chip_is_given_back_and_what_was_missed_before_is_all_that_is_missed() -> None:
    game = played("hand ; deal\nfloor misdeal", house="ppc")
    (ruling,) = game.table.rulings
    assert ruling.before is not None
    assert ruling.before.seat == 0
    game = played("hand ; deal", house="ppc")
    prior, now = (Missed(3, small=True),), (Missed(3, small=True, big=True),)
    for missed in (prior, now):
        table = game.table
        seats = tuple(
            [replace(seat, stack=seat.stack and 4999, absent=True) for seat in table.seats]
        )
        hand = replace(table.hand, prior=replace(table.hand.prior, missed=prior))
        table = replace(table, seats=seats, at_rest=replace(table.at_rest, missed=missed))
        play = play_on(replace(table, hand=hand), game.house, 0)
        void_hand(play, Kind.FLOOR, "")
        (voided,) = [event for event in play.public if isinstance(event, HandVoided)]
        assert [(back.seat, back.amount) for back in voided.refunds] == [(1, 1), (2, 1), (3, 1)]
        assert play.table.at_rest.missed == prior
        # A void that is waived has the blinds missed after all.
        assert play.hand.prior.missed == missed


@pytest.mark.parametrize("house", shipped_houses())
def test_a_hand_is_dealt_again_to_those_who_were_in_it_where_the_house_says_so(house: str) -> None:
    game = played("hand ; deal")
    play = play_on(game.table, load_house(house), 0)
    players = [("", 0), ("Anne", 5000), ("Bruno", 5000), ("Chloe", 0)]
    absent = (False, False, True, True)
    seats = tuple(
        [
            Seat(name, stack, absent=away)
            for (name, stack), away in zip(players, absent, strict=True)
        ]
    )
    play.hand = replace(play.hand, stacks=(0, 5000, 5000, 0))
    again = Redeal(("", "Anne", "Bruno", ""), (2,))
    same = play.house.deal.redeal.value == "as-it-was"
    assert _again(play, seats) == (again if same else None)


def test_a_waived_void_leaves_who_has_come_since_as_they_are() -> None:
    game = played("hand ; deal\n1 raises to 300")
    table, hand = game.table, game.table.hand
    # Seat 3 wasn't in the hand: Chloe has left it, and Emil has sat down.
    before = replace(hand, stacks=(0, 5000, 5000, 0), small_blind=3, number=1)
    now = (
        table.seats[0],
        replace(table.seats[1], stack=5000, joined=7, excluded=True),
        replace(table.seats[2], stack=5000),
        Seat("Emil", 800, joined=1, excluded=True),
    )
    void = replace(table.played, void=0)
    play = play_on(replace(table, seats=now, played=void), game.house, 0)
    missed = (Missed(1, big=True), Missed(3, small=True))
    play.hand = replace(play.hand, prior=replace(play.hand.prior, missed=missed))
    unvoid(play, Past(before, table.seats, 0))
    assert [seat.stack for seat in play.table.seats[1:]] == [4700, 4950, 800]
    assert [seat.joined for seat in play.table.seats[1:]] == [table.seats[1].joined, 0, 1]
    assert [seat.excluded for seat in play.table.seats[1:]] == [False, False, True]
    assert play.table.at_rest.missed == (Missed(1, big=True),)
    assert not play.table.played.small_blind_posted
    assert play.table.played.void == 0


@pytest.mark.parametrize(("name", "void"), [("Chloe", False), ("Emil", True)])
def test_a_hand_stays_void_where_somebody_else_has_the_same_stack(name: str, void: bool) -> None:
    game = played("hand ; deal")
    table, hand = game.table, replace(game.table.hand, stacks=(0, 5000, 5000, 5000))
    seats = tuple(replace(seat, stack=5000 * (n > 0)) for n, seat in enumerate(table.seats))
    seats = (*seats[:3], replace(seats[3], name=name))
    play = play_on(replace(table, seats=seats), game.house, 0)
    unvoid(play, Past(hand, table.seats, 0))
    assert (play.table.seats == seats) is void


def test_a_bomb_pot_that_is_taken_up_again_is_ordered_no_more() -> None:
    house = '"tests/scenarios/games/bomb-pot/house.toml"'
    game = played("bomb-pot 300 boards 2\nhand ; deal\nfloor misdeal", house=house)
    assert (game.table.at_rest.bomb, game.table.at_rest.boards) == (300, 2)
    go_on(game, "floor waives")
    assert (game.table.at_rest.bomb, game.table.at_rest.boards) == (0, 1)


@pytest.mark.parametrize(("stack", "posted"), [(0, False), (1, True), (5000, True)])
def test_a_small_blind_was_posted_by_whoever_had_a_chip_left(stack: int, posted: bool) -> None:
    game = played("hand ; deal")
    hand = replace(game.table.hand, stacks=(0, 0, stack, 0), small_blind=2)
    seats = tuple([replace(seat, stack=stack) for seat in game.table.seats])
    play = play_on(replace(game.table, seats=seats), game.house, 0)
    unvoid(play, Past(hand, game.table.seats, 0))
    assert play.table.played.small_blind_posted is posted
