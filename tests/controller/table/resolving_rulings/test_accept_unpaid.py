"""The floor lets what has been put in be the bet."""

from controller.contract import commands as c
from controller.contract.public import ActionMade, BetReturned
from tests.controller.table.scripted import THREE, chips, go_on, played, said

RAISED = "hand ; deal\n1 says raise to 600\n1 puts 1x500"


def test_a_raise_that_is_paid_in_part_is_the_bet_once_the_floor_waives_the_rest() -> None:
    game = played(f"{RAISED}\n2 folds\nwait 35s", house="fidpa")
    game.dealer.command(c.Waive())
    assert [e for e in said(game, ActionMade) if e.amended]  # type: ignore[attr-defined]
    # Who has still to act calls what lies there.
    go_on(
        game,
        "expect turn 3\nexpect legal 3 fold call raise>=900\n3 calls\nexpect stacks 1=4500 3=4500",
    )
    assert not said(game, BetReturned)


def test_an_all_in_that_is_paid_in_part_leaves_the_rest_behind() -> None:
    game = played(
        "hand ; deal\n1 says all-in\n1 puts 4x1000\n2 calls ; 3 folds\nwait 35s", house="fidpa"
    )
    game.dealer.command(c.Waive())
    assert game.look().seats[0].stack == 1000
    assert game.look().seats[1].stack == 1000
    go_on(game, "flop\nexpect turn 2")


def test_confirmed_it_is_owed_still() -> None:
    game = played(f"{RAISED}\n2 calls ; 3 folds\nwait 35s", house="fidpa")
    game.dealer.command(c.Confirm())
    go_on(game, 'expect next "put 1 100"')


def test_only_callers_of_the_last_raise_get_the_difference_back() -> None:
    # A seat that has gone all-in for what lies there has nothing to get back.
    table = THREE.replace("seat 3 Chloe 5000", "seat 3 Chloe 500")
    game = played(f"{RAISED}\n2 calls ; 3 goes all-in\nwait 35s", house="fidpa", table=table)
    game.dealer.command(c.Waive())
    assert said(game, BetReturned) == [BetReturned(2, 100)]
    game = played(f"{RAISED}\n2 calls ; 3 calls\nwait 35s", house="fidpa")
    game.dealer.command(c.Waive())
    assert said(game, BetReturned) == [BetReturned(2, 100), BetReturned(3, 100)]
    # Seat 3 has raised since then, so what seat 2 called is part of another bet.
    game = played(f"{RAISED}\n2 calls ; 3 raises to 1500\nwait 35s", house="fidpa")
    game.dealer.command(c.Waive())
    assert not said(game, BetReturned)
    assert [seat.bet for seat in game.look().seats] == [500, 600, 1500]


def test_no_chip_is_lost() -> None:
    table = THREE.replace("seat 3 Chloe 5000", "seat 3 Chloe 300")
    game = played(f"{RAISED}\n2 calls ; 3 goes all-in\nwait 35s", house="fidpa", table=table)
    game.dealer.command(c.Waive())
    go_on(game, "flop\n2 checks ; 1 checks\nturn\n2 checks ; 1 checks\nriver\n2 checks ; 1 checks")
    for seat in (1, 2, 3):
        game.dealer.table_cards(seat)
    assert chips(game) == 10_300
