"""Hands that die: each for its reason, once, with what they have put in left in the pot."""

import pytest
from msgspec.structs import replace

from controller.contract.public import (
    ActionMade,
    BetReturned,
    HandKilled,
    PotAwarded,
    TurnStarted,
)
from controller.contract.rules import Action
from controller.houses.loader import shipped_houses
from controller.table.betting.dead_hands import bound, to_be_paid
from controller.table.state import ALL_IN, LIVE, Paying, SeatStatus, play_on
from controller.table.state.hand import OUT
from tests.controller.table.scripted import go_on, kinds, played, said


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


BEFORE = {
    "a fold in the muck": ("move 4c hand.1 muck", "fold"),
    "a silent call": ("1 puts 1x100", "call"),
    "a silent raise": ("1 puts 3x100", "raise"),
}


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("act", BEFORE)
def test_a_hand_mucked_right_behind_an_act_that_is_read_later_folds_in_turn(
    act: str, house: str
) -> None:
    statement, action = BEFORE[act]
    game = played(f"hand ; deal\nmove 2c hand.2 muck & {statement}", house=house)
    made = [(e.seat, e.action) for e in said(game, ActionMade)]  # type: ignore[attr-defined]
    assert made[:2] == [(1, action), (2, "fold")]
    assert not kinds(game)


def test_the_bettor_who_mucks_right_behind_a_raise_read_later_loses_no_bet_back() -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop ; 2 bets 100 ; 3 folds"
    game = played(f"{script}\nmove 2c hand.2 muck & 1 puts 3x100", house="fidpa")
    assert not said(game, HandKilled)
    assert [(e.seat, e.action) for e in said(game, ActionMade)][-2:] == [(1, "raise"), (2, "fold")]  # type: ignore[attr-defined]


def test_a_hand_mucked_out_of_turn_dies_once_nothing_more_is_read() -> None:
    game = played("hand ; deal\n3 mucks")
    assert kinds(game) == ["hand.muck"]
    assert [event.seat for event in said(game, HandKilled)] == [3]  # type: ignore[attr-defined]
    assert game.look().turn == 1


def test_a_card_that_only_brushes_the_muck_kills_no_hand() -> None:
    game = played("hand ; deal\nmove 3c hand.3 muck & move 3c muck hand.3")
    assert not kinds(game)
    assert game.look().seats[2].status == "in"


def test_a_hand_mucked_out_of_turn_as_a_ruling_stops_the_table_is_judged_behind_it() -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop ; 2 bets 100"
    game = played(f"{script}\nmove 4c hand.1 muck & move Qs board muck", house="ppc")
    assert kinds(game) == ["board.misplaced"]
    go_on(game, "follow all")
    assert kinds(game) == ["board.misplaced", "hand.muck"]
    assert [event.seat for event in said(game, HandKilled)] == [1]  # type: ignore[attr-defined]


def test_a_tabled_winner_whose_cards_both_go_to_the_muck_is_found_once() -> None:
    deck = "deck 2c Ah 7d 3d Ad 8h  Kd Qs Jh 4c 5s 9d 6s 3s"
    script = "hand ; deal\n1 goes all-in ; 2 folds ; 3 calls\n1 tables ; 3 tables\nflop ; turn"
    game = played(f"{deck}\n{script}", house="fidpa")
    for card in ("Ah", "Ad"):
        game.sink.card(card, "muck")
    assert kinds(game) == ["hand.taken"]


def test_the_turn_is_not_given_again_because_another_player_s_hand_dies() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 checks\n1 phones")
    assert [event.seat for event in said(game, TurnStarted)] == [1, 2, 3, 2, 3]  # type: ignore[attr-defined]


def test_one_chip_that_was_taken_up_from_a_bet_binds() -> None:
    game = played("hand ; deal")
    hand = game.table.hand
    for pulled, announced in ((0, None), (1, None), (0, Action.RAISE)):
        stage = replace(hand.betting, pulled=pulled, announced=announced)
        play = play_on(replace(game.table, hand=replace(hand, stage=stage)), game.house, 0)
        assert bound(play) is bool(pulled or announced)


@pytest.mark.parametrize(
    ("street", "status", "last"),
    [
        (0, (LIVE, LIVE, ALL_IN), False),
        (3, (LIVE, LIVE, ALL_IN), True),
        (0, (LIVE, ALL_IN, ALL_IN), True),
        (0, (ALL_IN, ALL_IN, ALL_IN), True),
    ],
)
def test_a_last_round_that_is_still_to_be_paid_is_one_after_which_nobody_bets(
    street: int, status: tuple[SeatStatus, ...], *, last: bool
) -> None:
    hand = played("hand ; deal").table.hand
    paying = replace(hand, stage=Paying((0,) * 4), street=street, status=(OUT, *status))
    assert to_be_paid(paying) is last
    assert not to_be_paid(replace(paying, stage=hand.stage))
