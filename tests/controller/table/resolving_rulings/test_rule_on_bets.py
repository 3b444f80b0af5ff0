"""What the floor rules on a bet: it is made good, stands as it lies, or is forfeited."""

import pytest

from controller.contract.public import ActionMade, HandKilled
from controller.contract.rules import Action
from controller.play.game import DealtGame
from tests.controller.table.scripted import played, said

SHORT_CALL = ("tda", "hand ; deal\n1 raises to 300 ; 2 puts 1x100\n")
NOT_A_MULTIPLE = ("redcactus", "hand ; deal\n1 puts 2x100 1x50\n")
OUT_OF_TURN = ("redcactus", "hand ; deal\n2 puts 2x100 1x50\n")
SECOND_MOTION = ("tda", "hand ; deal\n1 puts 1x100 ; 1 puts 3x100\n")


def last(game: DealtGame) -> tuple[int, Action, int]:
    """Return the last action: its seat, what it was, and the total bet."""
    made = said(game, ActionMade)[-1]
    assert isinstance(made, ActionMade)
    return made.seat, made.action, made.to


@pytest.mark.parametrize(
    ("before", "ruled", "made", "turn"),
    [
        (SHORT_CALL, "put_in ; 2 puts 1x100 1x50", (2, Action.CALL, 300), 3),
        (NOT_A_MULTIPLE, "put_in ; 1 puts 1x50", (1, Action.RAISE, 300), 2),
        (NOT_A_MULTIPLE, "keep", (1, Action.RAISE, 250), 2),
        (OUT_OF_TURN, "keep ; 1 calls", (2, Action.RAISE, 300), 3),
        (OUT_OF_TURN, "put_in ; 1 calls", (2, Action.RAISE, 300), 3),
        (SECOND_MOTION, "keep", (1, Action.RAISE, 400), 2),
    ],
)
def test_the_bet_counts_as_the_floor_rules(
    before: tuple[str, str], ruled: str, made: tuple[int, Action, int], turn: int
) -> None:
    house, script = before
    game = played(f"{script}floor rules {ruled}\n", house=house)
    assert (last(game), game.look().turn, game.look().rulings) == (made, turn, ())


@pytest.mark.parametrize(
    ("before", "seat", "stays"), [(SHORT_CALL, 2, 150), (NOT_A_MULTIPLE, 1, 100)]
)
def test_a_hand_that_the_floor_kills_forfeits_its_chips_up_to_a_call(
    before: tuple[str, str], seat: int, stays: int
) -> None:
    house, script = before
    for ruled in ("rules kill_hand", f"kills {seat}"):
        game = played(f"{script}floor {ruled}\n", house=house)
        assert len(said(game, HandKilled)) == 1
        assert (game.look().seats[seat - 1].bet, game.look().rulings) == (stays, ())
