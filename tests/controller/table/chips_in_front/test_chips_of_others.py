"""Chips in front of one seat that belong to the bet of another count for their owner."""

import pytest

from controller.contract.observations import ChipsAt
from controller.play.game import DealtGame
from controller.table.chips_in_front import of_others
from controller.table.engine import step
from controller.table.state import lies_before, play_on, unpaid
from tests.controller.table.scripted import FOUR, kinds, played


def raised(script: str = "") -> DealtGame:
    """Return a table at which seat 1 has raised to 300 with three chips."""
    return played("hand ; deal\n1 raises to 300\n" + script, house="fidpa")


def fronts(game: DealtGame) -> list[int]:
    """Return the chips that count for the bet of each seat."""
    return [lies_before(game.table, seat) for seat in (1, 2, 3)]


def test_a_bet_laid_before_another_seat_counts_for_its_owner() -> None:
    game = raised()
    game.sink.chips("bet.1", "bet.2", (100,) * 3)
    assert fronts(game) == [300, 50, 100]
    assert (game.table.hand.turn, kinds(game)) == (2, [])
    assert of_others(play_on(game.table, game.house, game.sink.now), 2) == 300
    game.sink.wait(60_000)
    assert kinds(game) == []


def test_what_lies_beyond_a_bet_counts_where_it_was_laid() -> None:
    game = raised("2 says call\n2 puts 1x500\n")
    assert fronts(game)[1] > 300
    game.sink.chips("bet.2", "bet.1", (100,))
    assert fronts(game)[1] >= 300


def test_chips_that_count_elsewhere_leave_with_their_owner_s_bet() -> None:
    game = raised("2 folds\n")
    game.sink.chips("bet.1", "bet.2", (100,) * 3)
    game.sink.chips("bet.2", "pot", (100,) * 3)
    game.sink.wait(60_000)
    assert (kinds(game), game.table.hand.splashed) == ([], 300)
    assert fronts(game) == [300, 50, 100]


def test_a_payment_before_another_seat_is_known_by_its_amount() -> None:
    game = raised("2 says call ; 3 folds\n")
    assert game.look().seats[1].owes == 250
    game.sink.chips("stack.2", "bet.1", game.dealer.pieces(250))
    assert game.look().seats[1].owes == 0
    assert kinds(game) == []


def test_another_amount_pays_nobody() -> None:
    game = raised("2 says call ; 3 says call\n")
    game.sink.chips("stack.2", "bet.1", (100, 100, 100))
    assert [seat.owes for seat in game.look().seats[:3]] == [0, 250, 200]


def test_chips_back_from_the_pot_lie_in_front_again() -> None:
    game = raised("2 calls\n")
    game.sink.chips("bet.1", "pot", (100,) * 3)
    assert game.table.hand.splashed == 300
    game.sink.chips("pot", "bet.1", (100,) * 3)
    assert (game.table.hand.splashed, fronts(game)[0]) == (0, 300)
    assert game.table.base[1] == 0


def test_nothing_is_moved_between_bets_once_they_are_gathered() -> None:
    game = raised("2 calls ; 3 calls\ngather\n")
    at = game.sink.now
    seen = ChipsAt(at, "bet.2", (100,), at, brought={"bet.1": 100})
    assert step(game.table, seen, game.house).table.base == game.table.base


def test_bets_in_one_heap_before_a_folded_seat_are_not_gathered_yet() -> None:
    script = "hand ; deal\n4 raises to 300\n1 folds ; 2 calls ; 3 calls\n"
    game = played(script, house="fidpa", table=FOUR)
    for seat in (4, 2, 3):
        game.sink.chips(f"bet.{seat}", "bet.1", game.sink.chips_in(f"bet.{seat}"))
    assert not game.table.hand.gathered
    game.sink.chips("bet.1", "pot", game.sink.chips_in("bet.1"))
    assert game.table.hand.gathered
    game.sink.wait(60_000)
    assert kinds(game) == []


@pytest.mark.parametrize("house", ["fidpa", "ppc", "redcactus", "tda"])
def test_a_chip_of_a_bet_that_rolls_before_the_seat_in_turn_is_no_act_of_that_seat(
    house: str,
) -> None:
    start = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 says bet 500\n2 puts 4x100"
    game = played(f"{start}\nmove 1x100 stack.2 bet.3", house=house)
    assert "bet.short-call" not in kinds(game)
    assert game.look().turn == 3
    assert not any(unpaid(game.table, game.table.hand))


def test_a_call_too_small_is_one_although_another_bet_lacks_chips() -> None:
    # FIDPA 57-4a
    start = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 says bet 500\n2 puts 4x100"
    game = played(f"{start}\n3 puts 2x100", house="fidpa")
    assert "bet.short-call" in kinds(game)


def test_more_than_a_call_is_no_payment_for_another_bet_that_lacks_as_much() -> None:
    game = played("hand ; deal\n1 says raise to 200\n1 puts 2x25\n2 folds\n3 puts 1x100 2x25")
    assert kinds(game) == ["bet.contradicts", "bet.short-raise"]
    assert unpaid(game.table, game.table.hand)[1] == 150


@pytest.mark.parametrize(
    ("chips", "owed", "base"),
    [(250, [0, 0, 200], (250, -250, 0)), (200, [0, 250, 0], (200, 0, -200)),
     (450, [0, 0, 0], (450, -250, -200)), (400, [0, 250, 200], (0, 0, 0))],
)  # fmt: skip
def test_of_two_debts_the_one_of_this_amount_is_paid_or_both(
    chips: int, owed: list[int], base: tuple[int, ...]
) -> None:
    game = raised("2 says call ; 3 says call\n")
    game.sink.chips("stack.2", "bet.1", game.dealer.pieces(chips))
    assert [seat.owes for seat in game.look().seats[:3]] == owed
    assert game.table.base[1:4] == base
