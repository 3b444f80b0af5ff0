"""What goes wrong and stops nobody stands in the state until the next street's first card."""

from controller.contract.public import FoundView, IrregularityFound, Kind, Outcome
from controller.play.game import DealtGame
from tests.controller.table.scripted import played

CALL = FoundView(Kind.BET_OVERSIZED, "FIDPA 64-1", None, 1, Outcome.CALL)


def dealt(text: str) -> DealtGame:
    """Return a game of house fidpa after the deal and more of a script."""
    return played(f"hand ; deal\n{text}", house="fidpa")


def found(text: str) -> FoundView | None:
    return dealt(text).look().found


def test_a_chip_without_a_word_is_told_with_what_it_counts_as() -> None:
    assert found("") is None
    assert found("1 puts 1x1000") == CALL


def test_it_stands_until_the_first_card_of_the_next_street() -> None:
    round_over = "1 puts 1x1000\n2 calls ; 3 checks\n"
    assert found(round_over) == CALL
    assert found(round_over + "flop") is None


def test_the_event_says_it_too() -> None:
    events = [e for e in dealt("1 puts 1x1000").events if isinstance(e, IrregularityFound)]
    assert events == [IrregularityFound(Kind.BET_OVERSIZED, "FIDPA 64-1", None, 1, Outcome.CALL)]


def test_it_does_not_stand_in_the_next_hand() -> None:
    assert found("1 puts 1x1000\n2 folds ; 3 folds") is None
    assert found("1 puts 1x1000\n2 folds ; 3 folds\nhand ; deal") is None


def test_it_does_not_stand_when_the_hand_is_void() -> None:
    assert found("1 puts 1x1000\nfloor misdeal") is None


def test_an_action_out_of_turn_waits_for_the_turn() -> None:
    waiting = found("3 calls")
    assert waiting is not None
    assert (waiting.kind, waiting.seat, waiting.outcome) == ("bet.out-of-turn", 3, "waits")


def test_what_a_ruling_is_opened_for_stands_there_alone() -> None:
    state = dealt("1 puts 1x100\n2 calls ; 3 checks\nboard 3").look()
    assert [ruling.kind for ruling in state.rulings] == ["board.no-burn"]
    assert state.found is None


def test_a_bet_out_of_turn_that_waits_is_told_without_an_amount() -> None:
    view = found("2 puts 1x500")
    assert view is not None
    assert (view.kind, view.outcome, view.amount) == (Kind.BET_OUT_OF_TURN, Outcome.WAITS, 0)
