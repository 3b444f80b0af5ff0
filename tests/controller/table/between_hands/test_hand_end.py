"""What the end of a hand settles: who has no chips left and who has won them, and who is out."""

import pytest
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import SeatBusted, SeatOut
from controller.contract.rules import Entry
from controller.table.between_hands.hand_end import _winner
from controller.table.state import Over, Pot
from controller.table.state.hand import Share
from tests.controller.table.scripted import FOUR, go_on, played, said

DECK = "deck 2c Ah 7d 3d Ad 8h  Kd Qs Jh 4c 5s 9d 6s 3s"
SHORT = f"""
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 2000 ; seat 3 Chloe 5000
button 1
{DECK}
"""
ALL_IN = """hand ; deal
1 folds ; 2 goes all-in ; 3 calls
2 tables ; 3 tables
flop ; turn ; river
push"""
THREE_WAY = """
blinds 50 100
seat 1 Anne 1000 ; seat 2 Bruno 2000 ; seat 3 Chloe 5000
button 1
"""


def busted(script: str, table: str) -> list[tuple[int, int | None, int]]:
    """Return who has no chips left, what they had, and who has it."""
    events = said(played(script, table=table), SeatBusted)
    return [(one.seat, one.had, one.by) for one in events]  # type: ignore[attr-defined]


def test_who_has_won_all_of_it_is_named() -> None:
    assert busted(ALL_IN, SHORT) == [(2, 2000, 3)]


def test_who_is_put_out_with_chips_is_not_busted() -> None:
    game = played("hand ; deal\nfloor penalty 2 out\n1 folds ; 3 folds", table=SHORT)
    assert said(game, SeatBusted) == []


def test_two_at_once_are_told_in_the_order_of_their_seats_with_what_they_had() -> None:
    deck = "deck 2c Ah 7d 3d Ad 8h  Kd Qs Jh 4c 5s 9d 6s 3s"
    script = """hand ; deal
    1 goes all-in ; 2 goes all-in ; 3 calls
    1 tables ; 2 tables ; 3 tables
    flop ; turn ; river"""
    found = busted(script, THREE_WAY + deck)
    assert [(seat, had) for seat, had, _ in found] == [(1, 1000), (2, 2000)]
    assert {by for *_, by in found} == {3}


def test_a_hand_that_is_undone_and_lost_again_is_told_again_and_is_out_once() -> None:
    game = played(ALL_IN, table=SHORT)
    go_on(game, "hand")
    assert len(said(game, SeatOut)) == 1
    go_on(game, "floor misdeal\nhand")
    assert len(said(game, SeatOut)) == 1


def test_a_rebuy_that_waits_for_the_next_hand_is_no_bust() -> None:
    game = played("hand ; deal\n1 folds ; 2 goes all-in ; 3 calls", table=SHORT)
    game.dealer.command(c.Rebuy(2, 1500))
    go_on(game, "2 tables ; 3 tables ; flop ; turn ; river ; push")
    assert said(game, SeatBusted) == []
    assert game.table.seats[2].rebuy == 1500


OWES = """hand ; deal ; 4 folds ; 1 folds ; 2 folds
4 leaves
hand ; deal ; 2 folds ; 3 folds
hand ; deal ; 3 folds ; 1 folds
4 returns
4 says post
hand ; deal ; 3 folds ; 4 folds ; 1 folds"""
ENTERS = """hand ; deal ; 4 folds ; 1 folds ; 2 folds
sit-down 5 Emil 5000 post-now
hand ; deal ; 5 folds ; 1 folds ; 2 folds ; 3 folds"""


@pytest.mark.parametrize(
    ("house", "script", "seat", "owes"), [("posts", OWES, 4, 50), ("straddle", ENTERS, 5, 0)]
)
def test_a_hand_that_is_taken_up_again_owes_its_posts_until_it_ends(
    house: str, script: str, seat: int, owes: int
) -> None:
    game = played(script, house=f'"tests/scenarios/games/{house}/house.toml"', table=FOUR)
    assert not game.table.at_rest.entering
    assert game.table.seats[seat].entry is Entry.DEALT_IN
    go_on(game, "floor undoes")
    assert game.table.at_rest.entering
    there = game.table.seats[seat]
    assert (there.entry, there.owes) == (Entry.POST_NOW, owes)


@pytest.mark.parametrize(
    ("won", "loser", "by"),
    [
        (((0, 2), (1, 3)), 1, 2),
        (((0, 2), (1, 3)), 4, 0),
        (((0, 2), (1, 2)), 4, 2),
        (((0, 2), (1, 3)), 5, 0),
        (((0, 3), (1, 3)), 5, 3),
        (((0, 2), (0, 3)), 1, 0),
        ((), 1, 0),
    ],
)
def test_the_winner_has_won_every_pot_that_the_loser_played_for(
    won: tuple[tuple[int, int], ...], loser: int, by: int
) -> None:
    pots = (Pot(300, (1, 2, 3, 4)), Pot(200, (2, 3, 4)))
    shares = tuple(Share(pot, seat, 100) for pot, seat in won)
    hand = replace(played("hand ; deal").table.hand, stage=Over(awards=shares))
    assert _winner(hand, pots, loser) == by


def test_a_hand_that_is_taken_up_again_owes_nothing_that_nobody_owed() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds\nfloor undoes")
    assert game.table.hand.turn == 2
    assert not game.table.at_rest.entering
