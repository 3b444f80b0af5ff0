"""Chips lifted from a bet before the round is over are waited for in the pot."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt, DeviceLost, TimePassed
from controller.contract.public import IrregularityFound
from controller.play.game import DealtGame
from controller.table.chips_in_front import end_lifted, lifted_until
from controller.table.chips_in_front.lifted_bets import LIFTED_MS, LIFTED_SCANS
from controller.table.engine import step
from controller.table.state import play_on
from tests.controller.table.scripted import go_on, kinds, played, said

LIMPED = "hand ; deal\n1 calls ; 2 calls\n"


def limped(script: str = "", *, house: str = "fidpa") -> DealtGame:
    """Return a table at which seats 1 and 2 have called 100, and the big blind is in turn."""
    game = played(LIMPED + script, house=house)
    assert game.table.hand.turn == 3
    return game


def owed(game: DealtGame) -> list[int]:
    """Return the debts of the three seats."""
    return [seat.owes for seat in game.look().seats[:3]]


def lift(game: DealtGame, seat: int, to: str) -> None:
    """Move a seat's called 100 elsewhere, and let no time pass after it."""
    game.sink.chips(f"bet.{seat}", to, (100,) if seat != 2 else (25,) * 4)


def test_a_lifted_bet_is_not_owed_while_it_may_be_on_its_way() -> None:
    game = limped()
    lift(game, 1, "stack.1")
    assert (kinds(game), owed(game)) == ([], [0, 0, 0])
    until = lifted_until(game.table, game.table.hand)
    assert until == game.sink.now + LIFTED_MS
    game.sink.wait(LIFTED_MS - 1)
    assert kinds(game) == []
    game.sink.wait(1)
    assert (kinds(game), owed(game)) == (["bet.taken-back"], [100, 0, 0])
    found = said(game, IrregularityFound)[-1]
    assert isinstance(found, IrregularityFound)
    assert (found.seat, found.amount) == (1, 100)
    assert lifted_until(game.table, game.table.hand) is None


def test_a_lifted_bet_that_comes_to_the_pot_or_back_is_forgotten() -> None:
    for where in ("pot", "bet.1"):
        game = limped()
        lift(game, 1, "")
        game.sink.wait(LIFTED_MS - 1000)
        game.sink.chips("", where, (100,))
        assert game.table.hand.due is None
        game.sink.wait(60_000)
        assert (kinds(game), owed(game)) == ([], [0, 0, 0])


def test_the_pot_is_waited_for_until_its_chips_have_come_to_rest() -> None:
    game = limped()
    lift(game, 1, "")
    table, at = game.table, game.sink.now
    coming = step(table, ChipsAt(at + 3000, "pot", (100,), at + 3000, provisional=True), game.house)
    waiting = step(coming.table, TimePassed(at + 15_000), game.house)
    late = step(waiting.table, ChipsAt(at + 20_000, "pot", (100,), at + 3000), game.house)
    assert not [event for done in (coming, waiting, late) for event in done.public]
    assert lifted_until(coming.table, coming.table.hand) is None
    assert late.table.hand.splashed == 100


def test_a_slower_air_is_given_more_time() -> None:
    game = limped()
    lift(game, 1, "stack.1")
    slow = replace(game.table, fittings=replace(game.table.fittings, scan_ms=400))
    assert lifted_until(slow, slow.hand) == game.sink.now + LIFTED_SCANS * 400


def test_without_an_antenna_below_the_pot_chips_that_leave_were_taken_back() -> None:
    game = limped()
    blind = step(game.table, DeviceLost(game.sink.now, "pot", "pot"), game.house).table
    gone = step(blind, ChipsAt(game.sink.now + 100, "bet.1", (), game.sink.now), game.house)
    assert [e.kind for e in gone.public if isinstance(e, IrregularityFound)] == ["bet.taken-back"]


def test_chips_that_are_read_on_their_players_stack_were_taken_back() -> None:
    game = played("stacks read\n" + LIMPED, house="fidpa")
    lift(game, 1, "stack.1")
    assert kinds(game) == ["bet.taken-back"]


def test_a_part_of_a_bet_is_accused_when_its_round_ends() -> None:
    game = played("hand ; deal\n1 puts 1x500 1x100\n2 folds", house="fidpa")
    game.sink.chips("bet.1", "stack.1", (500,))
    assert kinds(game) == []
    go_on(game, "3 says call")
    assert (kinds(game), owed(game)[0]) == (["bet.taken-back"], 500)


def test_a_whole_bet_at_the_end_of_its_round_is_counted_in_the_pot_and_remembered() -> None:
    game = limped()
    lift(game, 1, "stack.1")
    go_on(game, "3 checks")
    assert (kinds(game), game.look().turn) == ([], 0)
    go_on(game, "move 4x25 from bet.2 to pot\nmove 1x100 from bet.3 to pot")
    found = said(game, IrregularityFound)[-1]
    assert isinstance(found, IrregularityFound)
    # All bets were alike: it is the one that left too soon.
    assert (found.kind, found.seat, found.amount) == ("bet.taken-back", 1, 100)


def test_a_whole_bet_is_not_owed_while_others_pay_at_the_end_of_a_round() -> None:
    game = played("hand ; deal\n1 raises to 300\n2 says call", house="fidpa")
    game.sink.chips("bet.1", "", game.sink.chips_in("bet.1"))
    game.sink.press(3, "fold")
    assert (kinds(game), owed(game)) == ([], [0, 250, 0])
    go_on(game, "2 puts 2x100 2x25")
    assert owed(game) == [0, 0, 0]


def test_a_bet_of_a_hand_that_is_lost_is_missed_before_the_pot_goes_to_the_last_one() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 raises to 300", house="fidpa")
    lift(game, 1, "stack.1")
    assert kinds(game) == []
    game.sink.press(1, "fold")
    game.sink.press(2, "fold")
    assert kinds(game) == ["bet.taken-back"]


def test_the_winner_may_lift_a_bet_that_nobody_has_called() -> None:
    game = played("hand ; deal\n1 raises to 300 ; 2 folds", house="fidpa")
    game.sink.chips("bet.1", "stack.1", game.sink.chips_in("bet.1"))
    go_on(game, "3 folds")
    assert kinds(game) == []


@pytest.mark.parametrize(
    ("there", "found", "faulty"),
    [(100, [], ()), (99, [1], (1,)), (1, [99], (1,)), (0, [], (1,))],
)
def test_what_is_left_of_a_lifted_bet_tells_at_the_end_of_its_round_that_it_was_taken_back(
    there: int, found: list[int], faulty: tuple[int, ...]
) -> None:
    game = limped()
    lift(game, 1, "")
    chips = {**game.table.chips, "bet.1": (there,)}
    play = play_on(replace(game.table, chips=chips), game.house, game.sink.now)
    end_lifted(play)
    assert [e.amount for e in play.public if isinstance(e, IrregularityFound)] == found
    assert play.hand.round.faulty == faulty
