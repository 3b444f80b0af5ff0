"""Hands that die: each for its reason, once, with what they have put in left in the pot."""

import pytest

from controller.contract.public import BetReturned, HandKilled, PotAwarded
from controller.houses.loader import shipped_houses
from tests.controller.table.scripted import played, said


@pytest.mark.parametrize(("deed", "reason"), [("3 phones", "phone"), ("3 mucks", "muck")])
def test_a_hand_dies_once_and_its_chips_stay_in(deed: str, reason: str) -> None:
    game = played(f"hand ; deal\n{deed}\n{deed.replace('mucks', 'phones')}\n1 calls ; 2 calls")
    killed = said(game, HandKilled)
    assert [(event.seat, event.reason) for event in killed] == [(3, reason)]  # type: ignore[attr-defined]
    assert game.look().seats[2].stack == 4900
    assert game.look().seats[2].status == "dead"


def test_who_is_left_alone_wins_what_the_dead_have_put_in() -> None:
    game = played("hand ; deal\n3 phones ; 1 phones\nexpect hand over")
    assert [(e.seat, e.amount) for e in said(game, PotAwarded)] == [(2, 150)]  # type: ignore[attr-defined]


def test_the_last_live_hand_can_not_die() -> None:
    game = played("hand ; deal\n3 phones ; 1 phones\n2 phones")
    assert 2 not in [event.seat for event in said(game, HandKilled)]  # type: ignore[attr-defined]


def test_a_dead_hand_wins_nothing_though_it_is_the_best() -> None:
    # Seat 3 has the pair of aces.
    best = "deck 2c As 4c 5d Ad 7h  Ah Kd Qs Jh Th 9s 8d 7d 6d"
    game = played(
        f"{best}\nhand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 bets 200\n3 phones\n1 folds"
    )
    assert [event.seat for event in said(game, PotAwarded)] == [2]  # type: ignore[attr-defined]


@pytest.mark.parametrize("house", shipped_houses())
def test_of_a_raise_whose_hand_was_taken_in_only_the_call_stays(
    house: str,
) -> None:
    # PPC 16, FIDPA 32, TDA 14: nobody had called the raise yet.
    game = played("hand ; deal\n1 raises to 600\nmove 4c hand.1 muck", house=house)
    assert game.look().seats[0].status == "dead"
    assert game.look().seats[0].stack == 4900
    assert [(e.seat, e.amount) for e in said(game, BetReturned)] == [(1, 500)]  # type: ignore[attr-defined]
