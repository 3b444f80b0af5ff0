"""Limit and pot-limit: the same engine under a house whose betting structure is another."""

import pytest
from msgspec.structs import replace

from controller.contract.rules import Structure
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.play.runner import Runner, set_up
from controller.play.script import language
from tests.rig.turns import turn_of

TABLE = """
house fidpa
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
hand ; deal
"""


def structured(structure: Structure) -> House:
    """Return fidpa's house with another betting structure."""
    house = load_house("fidpa")
    ruled = replace(house.betting.structure, value=structure)
    return replace(house, betting=replace(house.betting, structure=ruled))


def played(structure: Structure, text: str) -> Runner:
    """Play a scenario under a structure; every expectation in it must hold."""
    statements = language.parse(text)
    runner = Runner(replace(set_up(statements), house=structured(structure)))
    outcome = runner.play(statements)
    assert not outcome.failures
    return runner


def most(runner: Runner) -> int | None:
    """Return the most that the seat in turn may have in front."""
    legal = turn_of(runner.game.look())
    assert legal is not None
    return legal.most


def test_limit_bets_are_the_big_blind_and_twice_that_from_the_turn_on() -> None:
    # FIDPA 61-2c
    runner = played("limit", TABLE + "expect legal 1 fold call raise>=200")
    assert most(runner) == 200
    text = TABLE + "1 calls ; 2 calls ; 3 checks ; flop ; expect legal 2 fold check bet>=100"
    assert most(played("limit", text)) == 100
    text += "\n2 bets 100 ; expect legal 3 fold call raise>=200 ; 3 calls ; 1 calls ; turn"
    runner = played("limit", text + "\nexpect legal 2 fold check bet>=200")
    assert most(runner) == 200
    text += "\n2 bets 200 ; 3 raises to 400 ; expect legal 1 fold call raise>=600"
    assert most(played("limit", text)) == 600


def test_limit_has_one_bet_and_three_raises_a_round() -> None:
    # FIDPA 61-2c: before the flop the big blind is the bet.
    played(
        "limit",
        TABLE
        + """
        1 raises to 200 ; 2 raises to 300 ; 3 raises to 400
        expect legal 1 fold call
        1 calls ; 2 calls
        flop
        2 bets 100 ; 3 raises to 200 ; 1 raises to 300
        expect legal 2 fold call raise>=400
        2 raises to 400
        expect legal 3 fold call
        3 calls
        expect legal 1 fold call
        1 calls
        turn
        expect legal 2 fold check bet>=200
        """,
    )


@pytest.mark.parametrize(("stack", "reopens"), [(240, False), (250, True)])
def test_limit_who_has_bet_may_raise_over_half_a_raise(stack: int, reopens: bool) -> None:
    # FIDPA 61-2c, with a third player who can still bet.
    text = TABLE.replace("Chloe 5000", f"Chloe {stack}")
    text += "1 calls ; 2 calls ; 3 checks ; flop ; 2 bets 100 ; 3 goes all-in ; 1 calls"
    runner = played("limit", text + "\nexpect turn 2")
    legal = turn_of(runner.game.look())
    assert legal is not None
    assert (legal.raise_to is not None) == reopens


def test_limit_short_opening_is_completed() -> None:
    text = TABLE.replace("Bruno 5000", "Bruno 130")
    text += "1 calls ; 2 calls ; 3 checks ; flop ; 2 goes all-in"
    runner = played("limit", text + "\nexpect legal 3 fold call raise>=100")
    assert most(runner) == 100


def test_limit_all_in_of_a_big_stack_is_one_raise() -> None:
    played(
        "limit",
        TABLE
        + """
        1 goes all-in
        expect action.made seat=1 action=raise to=200 all_in=false
        expect stack 1 4800
        2 folds ; 3 folds
        push
        expect stacks 1=5150
        expect next shuffle
        """,
    )


def test_pot_limit_most_is_the_pot_after_the_call() -> None:
    # 150 in the middle: a call makes it 250, so the raise is to 350 at most.
    runner = played("pot-limit", TABLE + "expect legal 1 fold call raise>=200")
    assert most(runner) == 350
    runner = played("pot-limit", TABLE + "1 raises to 350\nexpect legal 2 fold call raise>=600")
    # 500 in the middle and 300 to call: 350 + 800.
    assert most(runner) == 1150
    text = TABLE + "1 calls ; 2 calls ; 3 checks ; flop\nexpect legal 2 fold check bet>=100"
    runner = played("pot-limit", text)
    assert most(runner) == 300
    runner = played("pot-limit", text + "\n2 bets 300\nexpect legal 3 fold call raise>=600")
    assert most(runner) == 1200


def test_pot_limit_more_than_the_pot_is_no_raise() -> None:
    played(
        "pot-limit",
        TABLE
        + """
        1 goes all-in
        expect action.made seat=1 action=raise to=350 all_in=false
        expect stack 1 4650
        2 folds ; 3 folds
        push
        expect next shuffle
        """,
    )


def test_pot_limit_short_stack_goes_all_in() -> None:
    text = TABLE.replace("Anne 5000", "Anne 180") + "expect legal 1 fold call all-in\n"
    played("pot-limit", text + "1 goes all-in\nexpect action.made to=180 all_in=true")
