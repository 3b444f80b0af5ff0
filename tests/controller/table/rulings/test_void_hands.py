"""A hand that is voided: every chip goes back at any moment, and it is dealt again as it was."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import HandStarted, HandVoided
from controller.houses.loader import load_house, shipped_houses
from controller.table.rulings.void_hands import _joined
from controller.table.state import Seat
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
