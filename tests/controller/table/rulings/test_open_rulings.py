"""An open ruling: its steps are goals, reached by whoever and in whatever way, and undone again."""

import pytest

from controller.contract.public import ActionRefused, RulingClosed, RulingStep, StepView
from controller.contract.rules import Kind, StepWord
from controller.table.rulings import asks_for_burn, next_goal
from controller.table.state import Ruling, Step
from tests.controller.table.scripted import go_on, kinds, played, said

NO_BURN = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nboard 3\nexpect steps use_as_burn deal\n"


@pytest.mark.parametrize(
    "way",
    [
        "follow all",
        "follow ; follow",
        "move Ah board burn ; board",
        "board ; move Ah board burn",
        "3 lifts\nmove 3c hand.3 hand.3 ; move 6c hand.3 hand.3\nfollow all",
    ],
)
def test_it_is_closed_when_things_lie_right_whoever_laid_them(way: str) -> None:
    game = played(NO_BURN + way)
    assert [event.outcome for event in said(game, RulingClosed)] == ["done"]  # type: ignore[attr-defined]
    assert game.look().board == ("Kd", "Qs", "Jh")
    assert game.look().turn == 2
    assert kinds(game) == ["board.no-burn"]


def test_a_step_that_is_undone_is_to_be_done_again() -> None:
    game = played(NO_BURN + "move Ah board burn\nexpect next deal\nmove Ah burn board")
    steps = [(event.index, event.done) for event in said(game, RulingStep)]  # type: ignore[attr-defined]
    assert steps == [(0, True), (0, False)]
    go_on(game, "expect next use_as_burn\nfollow all\nexpect turn 2")


@pytest.mark.parametrize("key", ["2 says check", "2 says bet 200", "3 says fold"])
def test_nobody_acts_while_a_step_of_the_dealer_is_next(key: str) -> None:
    game = played(NO_BURN + key)
    assert [event.reason for event in said(game, ActionRefused)] == ["ruling-open"]  # type: ignore[attr-defined]
    assert game.look().turn == 0


def test_a_step_that_the_players_do_stops_nobody() -> None:
    # PPC 18: a premature flop is taken back once the round has been played.
    game = played("hand ; deal\n1 calls\nburn ; board 3\nexpect irregularity.found\n")
    ruling = game.look().rulings[0]
    assert "finish_round" in [step.word for step in ruling.steps]
    go_on(game, "follow\n2 calls ; 3 checks\nfollow all\nexpect steps none\nexpect turn 2")
    assert len(game.look().board) == 3


def test_what_nobody_can_see_is_ticked_by_the_dealer_or_by_the_next_movement() -> None:
    unknown = NO_BURN.replace("board 3\nexpect steps use_as_burn deal", "board 3 together")
    by_key = played(unknown + "follow\nexpect next shuffle\n1 done\nexpect next burn")
    assert by_key.look().rulings
    by_card = played(unknown + "follow\nexpect next shuffle\nmove 9s stub burn\nexpect next deal")
    assert by_card.look().rulings


def test_the_floor_ends_it() -> None:
    game = played(NO_BURN + "floor waives\nexpect steps none\nexpect turn 2")
    assert [event.outcome for event in said(game, RulingClosed)] == ["waived"]  # type: ignore[attr-defined]
    assert len(game.look().board) == 3


def test_a_ruling_asks_for_a_burn_where_that_is_its_next_step() -> None:
    burn, deal = (Step(word, StepView(word)) for word in (StepWord.BURN, StepWord.DEAL))
    for steps, done, asks in (
        ((), 0, False),
        ((burn,), 0, True),
        ((burn,), 1, False),
        ((deal, burn), 0, False),
        ((deal, burn), 1, True),
    ):
        ruling = Ruling(1, Kind.BOARD_NO_BURN, "", None, 0, steps, done=done)
        assert asks_for_burn(ruling) is asks
        following = next_goal(ruling)
        assert (following is None) is (done == len(steps))
