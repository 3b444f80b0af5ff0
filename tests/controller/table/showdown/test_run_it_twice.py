"""Two boards: cards that are moved, stubs that are too small, and chips, which are all there."""

from msgspec.structs import replace

from controller.contract.public import ActionRefused, BoardDealt, PotAwarded
from controller.table.showdown.run_it_twice import may_agree
from controller.table.state.ranking import deck_of
from tests.controller.table.scripted import THREE, chips, go_on, played, said

HOUSE = '"tests/scenarios/games/run-twice/house.toml"'
ALL_IN = "hand ; deal ; 1 folds ; 2 calls ; 3 checks ; flop ; 2 goes all-in ; 3 calls\n"
AGREED = "gather ; 2 tables ; 3 tables ; 2 says run-twice ; 3 says run-twice\n"


def test_cards_of_the_first_board_that_are_moved_are_none_of_the_second() -> None:
    game = played(ALL_IN + AGREED + "turn ; river", house=HOUSE)
    first = game.look().first_board
    assert len(first) == 5
    for card in first[3:]:
        game.dealer.sink.lift(card)
        game.dealer.sink.settle()
    game.dealer.sink.card(first[4], "board")
    game.dealer.sink.settle()
    assert game.look().board == first[:3]
    go_on(game, "turn ; river ; expect no irregularity.found")
    boards = [event.board for event in said(game, BoardDealt)]  # type: ignore[attr-defined]
    assert boards[-1][:3] == first[:3]
    assert not set(boards[-1][3:]) & set(first)
    assert chips(game) == 15_000


def test_each_board_gives_half_and_the_state_says_which_is_which() -> None:
    game = played(ALL_IN + AGREED + "turn ; river ; turn ; river", house=HOUSE)
    runs = [event.run for event in said(game, PotAwarded)]  # type: ignore[attr-defined]
    assert set(runs) == {1, 2}
    assert [award.run for award in game.look().awards] == runs
    go_on(game, "push ; hand")
    assert not game.look().first_board


def test_nobody_is_asked_where_the_stub_is_too_small_or_the_house_knows_nothing_of_it() -> None:
    game = played(ALL_IN, house=HOUSE)
    table = game.table
    assert may_agree(table, table.hand, game.house) == (2, 3)
    drawn = replace(table.hand, seen=deck_of("2")[:45])
    assert not may_agree(table, drawn, game.house)
    game = played(ALL_IN + "2 says run-twice", house="tda", table=THREE)
    assert said(game, ActionRefused)[-1] == ActionRefused(2, "run-twice", "no-second-board")
