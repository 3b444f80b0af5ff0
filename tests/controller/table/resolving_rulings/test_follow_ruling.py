"""Rulings followed to their end: in turn, moot, agreed, and the hand given back to the players."""

import pytest
from msgspec.structs import replace

from controller.contract.public import RulingClosed, RulingStep, TurnStarted
from controller.contract.rules import Closing
from controller.table.resolving_rulings.follow_ruling import close
from controller.table.state import play_on
from tests.controller.table.scripted import go_on, kinds, played, said

NO_BURN = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nboard 3\n"


def closings(script: str, house: str = "ppc") -> list[str]:
    """Return how rulings were closed, in order."""
    return [event.outcome for event in said(played(script, house=house), RulingClosed)]  # type: ignore[attr-defined]


def test_the_turn_comes_once_with_the_last_step() -> None:
    game = played(NO_BURN)
    before = len(said(game, TurnStarted))
    go_on(game, "follow all")
    assert [event.seat for event in said(game, TurnStarted)[before:]] == [2]  # type: ignore[attr-defined]


def test_players_close_together_what_one_of_them_can_not() -> None:
    assert closings(NO_BURN + "1 agrees ; 2 agrees") == []
    assert closings(NO_BURN + "1 agrees ; 2 agrees\n1 agrees") == []
    assert closings(NO_BURN + "1 agrees ; 2 agrees ; 3 agrees") == ["agreed"]


def test_who_has_folded_has_no_say_and_is_not_asked() -> None:
    folded = "hand ; deal\n1 folds ; 2 calls ; 3 checks\nboard 3\n"
    assert closings(folded + "1 agrees ; 2 agrees") == []
    assert closings(folded + "2 agrees ; 3 agrees") == ["agreed"]


def test_what_was_open_in_a_voided_hand_is_open_no_more() -> None:
    game = played(NO_BURN + "floor misdeal")
    open_steps = [step.word for ruling in game.look().rulings for step in ruling.steps]
    assert "use_as_burn" not in open_steps
    go_on(game, "follow all\nhand ; deal\nexpect steps none\nexpect turn 1")


def test_a_hand_that_came_to_the_muck_meanwhile_is_judged_when_play_goes_on() -> None:
    game = played(NO_BURN + "move 3c hand.3 muck ; move 6c hand.3 muck")
    assert game.look().seats[2].status == "in"
    go_on(game, "follow all\nexpect irregularity.found kind=hand.taken seat=3")
    assert game.look().seats[2].status == "dead"


def test_a_street_that_is_right_stays_as_it_lies_when_the_next_one_is_waived() -> None:
    script = NO_BURN.replace("board", "burn ; board") + "2 checks ; 3 checks ; 1 checks\n"
    game = played(script + "burn ; board 2")
    hand = game.table.hand
    flop, later = hand.board[2::-1], hand.board[3:]
    # A flop that has been mended lies in another order than the one in which it came.
    hand = replace(hand, board=(*flop, *later))
    play = play_on(replace(game.table, hand=hand), game.house, game.table.at)
    close(play, game.table.rulings[0], Closing.WAIVED)
    assert play.hand.board == (*flop, later[0])


@pytest.mark.parametrize(
    ("street", "kind"),
    [("burn ; board 4", "board.extra-card"), ("board 3", "board.no-burn")],
)
def test_chips_that_any_seat_has_put_in_meanwhile_are_judged_when_play_goes_on(
    street: str, kind: str
) -> None:
    game = played(NO_BURN.replace("board 3", f"gather\n{street}\n1 puts 1x500\nfollow all"))
    assert kinds(game) == [kind, "bet.out-of-turn"]


def test_while_a_board_antenna_is_lost_a_surplus_card_carries_out_no_step_of_its_own_ruling() -> (
    None
):
    game = played(
        "hand ; deal\ndevice-lost board.1\n1 calls ; 2 calls ; 3 checks\n"
        "flop ; 2 checks ; 3 checks ; 1 checks\nboard 2",
        house="salle",
    )
    assert kinds(game) == ["board.extra-card"]
    assert not said(game, RulingStep)
