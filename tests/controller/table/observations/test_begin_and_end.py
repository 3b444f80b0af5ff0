"""The course of one observation: what was due by the clock comes first, then when to wake."""

import pytest

from controller.contract.observations import Declared, FloorSaid
from controller.contract.public import ActionMade, BoardDealt, LevelChanged, WordAsked
from controller.table.betting.clock_and_time_bank import READ_MS
from controller.table.chips import count_due
from controller.table.engine import step
from controller.table.state import BoardDue
from tests.controller.table.scripted import FOUR, THREE, go_on, played, said


def test_an_action_that_waited_counts_in_the_observation_that_brings_its_turn() -> None:
    game = played("hand ; deal\n2 says call")
    done = step(game.table, Declared(game.table.at, 1, "call"), game.house)
    assert [event.seat for event in done.public if isinstance(event, ActionMade)] == [1, 2]


def test_several_that_waited_count_in_their_order() -> None:
    game = played("hand ; deal\n3 says check\n2 says call\n1 calls")
    assert [event.seat for event in said(game, ActionMade)] == [1, 2, 3]  # type: ignore[attr-defined]


def test_a_round_that_a_splash_ends_has_its_pot_counted() -> None:
    # Seat 1 throws what it owes into the pot; nobody else is left to act.
    game = played(
        "hand ; deal\n4 raises to 300\n1 puts 1x500\n1 takes 300\n2 folds\ngather\n3 folds\n"
        "1 splashes 100",
        table=FOUR,
    )
    assert isinstance(game.table.hand.stage, BoardDue)
    assert game.doubt_until() is None


def test_a_street_that_is_laid_again_after_an_undo_has_its_pot_counted() -> None:
    game = played(
        "hand ; deal\n1 calls\n2 goes all-in\n3 calls\n1 calls\n1 says shown\nflop",
        table=THREE.replace("seat 2 Bruno 5000", "seat 2 Bruno 1000"),
    )
    done = step(game.table, FloorSaid(game.table.at, "floor", '{"type":"undo"}'), game.house)
    assert any(isinstance(event, BoardDealt) for event in done.public)
    assert done.wake_at == count_due(done.table, done.table.hand)


@pytest.mark.parametrize("house", ["ppc", "fidpa", "tda"])
def test_of_two_times_the_table_asks_to_be_woken_at_the_earlier(house: str) -> None:
    facing = "hand ; deal\n1 raises to 300\n3 clocks 2"
    game = played(facing, house=house)
    clock = game.table.clock
    assert clock is not None
    done = step(game.table, Declared(game.table.at + 1, 3, "floor"), game.house)
    assert done.wake_at == clock.until + READ_MS


def test_a_level_that_is_set_in_a_hand_counts_for_the_next() -> None:
    in_the_hand = "hand ; deal\nlevel 200 400\nexpect legal 1 fold call raise>=200\n"
    assert len(said(played(in_the_hand), LevelChanged)) == 1
    game = played(in_the_hand + "1 folds ; 2 folds\nhand ; deal\nexpect pot 600")
    assert len(said(game, LevelChanged)) == 2


def test_a_hand_turned_up_before_the_last_chips_is_asked_about_when_they_have_come() -> None:
    # FIDPA 65-3: nothing moves any more after the chips.
    rounds = "flop ; 3 checks ; 1 checks\nturn ; 3 checks ; 1 checks\nriver\n3 bets 300"
    start = f"hand ; deal\n1 calls ; 2 folds ; 3 checks\n{rounds}"
    game = played(f"{start}\n1 says call\n3 tables\nwait 3s", house="fidpa")
    assert not said(game, WordAsked)
    go_on(game, "1 puts 300\nwait 10s")
    assert [event.seat for event in said(game, WordAsked)] == [3]  # type: ignore[attr-defined]
