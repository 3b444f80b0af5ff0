"""Where the cards of two boards are drawn, and which of them have won."""

from msgspec.structs import replace

from controller.contract.public import Award, BoardHand, PublicState
from controller.contract.rules import Half
from display.felt.drawing.layout import Box
from display.felt.on_felt.boards import places_of_cards, winning_cards
from tests.rig.pictures.example_tables import with_seat
from tests.rig.pictures.example_tables_all_in import bomb_pot, open_all_in, two_boards

HALVES: tuple[Half, Half] = ("high", "low")
BOXES = [Box(100 * nth, 0, 80, 120) for nth in range(5)]


def test_where_two_boards_differ_both_cards_lie_in_one_place() -> None:
    for state in (bomb_pot(), two_boards(), open_all_in()):
        drawn = list(places_of_cards(state, BOXES))
        assert {card for _, card, _ in drawn if card} == {*state.board, *state.first_board}
        assert all(box.within(BOXES[nth]) for nth, _, box in drawn)
        assert {nth for nth, _, _ in drawn} == set(range(5))
        assert not any(a.overlaps(b) for _, _, a in drawn for _, _, b in drawn if a != b)


def won(runs: tuple[int, ...]) -> PublicState:
    awards = tuple(Award(0, 1, 100, run=run) for run in runs)
    first = BoardHand("pair", ("A",), ("As", "Ah"))
    state = with_seat(bomb_pot(), 1, won=100, best=("Ts", "9s"), first=first)
    return replace(state, awards=awards)


def test_the_cards_that_win_are_those_of_the_board_that_was_won() -> None:
    assert winning_cards(won((1,))) == {"As", "Ah"}
    assert winning_cards(won((2,))) == {"Ts", "9s"}
    assert winning_cards(won((1, 2))) == {"As", "Ah", "Ts", "9s"}


def test_the_cards_that_win_the_low_half_are_those_of_the_low_hand() -> None:
    low = ("As", "2h", "4c", "5d", "7s")
    state = with_seat(bomb_pot(), 1, best=("Ts", "9s"), low=low, first=None)
    halves = tuple(Award(0, 1, 100, half=half) for half in HALVES)
    assert winning_cards(replace(state, awards=halves[:1])) == {"Ts", "9s"}
    assert winning_cards(replace(state, awards=halves[1:])) == set(low)
    assert winning_cards(replace(state, awards=halves)) == {"Ts", "9s", *low}
