"""Two boards: cards that are moved, stubs that are too small, and chips, which are all there."""

import pytest
from msgspec.structs import replace

from controller.contract.public import ActionRefused, BoardDealt, PotAwarded, RunTwice
from controller.table.showdown.run_it_twice import agree_to_run_twice, may_agree, second_board
from controller.table.state import ALL_IN as NONE_BEHIND
from controller.table.state import LIVE, BoardDue, Extras, Hand, Table, play_on
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
    assert game.table.carried == 0
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


def case(name: str, table: Table) -> tuple[Table, Hand]:
    """Return the table and hand after two players went all-in on the flop, but for one thing."""
    hand = table.hand
    seats = tuple([replace(seat, stack=100) if seat.taken else seat for seat in table.seats])
    match name:
        case "the stub has just enough":
            # Two cards and two burns for either board.
            hand = replace(hand, seen=deck_of("2")[:44])
        case "the stub has one card too few":
            hand = replace(hand, seen=deck_of("2")[:45])
        case "one may still bet":
            table = replace(table, seats=seats)
            hand = replace(hand, status=(*hand.status[:2], LIVE, NONE_BEHIND))
        case "two may still bet":
            table = replace(table, seats=seats)
            hand = replace(hand, status=(*hand.status[:2], LIVE, LIVE))
        case "two boards side by side":
            hand = replace(hand, game=replace(hand.game, boards=2))
        case "the burn is made":
            hand = replace(hand, cards=replace(hand.cards, burned_for=2))
        case "a card of the turn is there":
            hand = replace(hand, board=(*hand.board, "2d"))
        case "one has agreed":
            hand = replace(hand, extras=Extras(agreed=(3,)))
        case "agreed":
            hand = replace(hand, extras=Extras(agreed=(2, 3), twice=True))
    return table, hand


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("", (2, 3)),
        ("the stub has just enough", (2, 3)),
        ("the stub has one card too few", ()),
        ("one may still bet", (2, 3)),
        ("two may still bet", ()),
        ("two boards side by side", ()),
        ("the burn is made", ()),
        ("a card of the turn is there", ()),
        ("one has agreed", (2,)),
        ("agreed", ()),
    ],
)
def test_who_may_still_agree_to_a_second_board(name: str, may: tuple[int, ...]) -> None:
    game = played(ALL_IN, house=HOUSE)
    assert may_agree(*case(name, game.table), game.house) == may


def test_it_is_settled_by_the_last_one_who_agrees_and_begun_once() -> None:
    game = played(ALL_IN, house=HOUSE)
    play = play_on(game.table, game.house, 0)
    street, flop = play.hand.street, play.hand.board
    for seat, settled in ((3, False), (2, True)):
        agree_to_run_twice(play, seat)
        assert play.public[-1] == RunTwice(seat, settled)
        assert play.hand.extras is not None
        assert (play.hand.extras.twice, play.hand.extras.parted) == (settled, street)
        if not settled:
            assert not second_board(play, play.hand.extras)
    whole = (*flop, "2d", "3d")
    play.hand = replace(play.hand, board=whole, street=3)
    assert play.hand.extras is not None
    assert second_board(play, play.hand.extras)
    hand = play.hand
    assert (hand.board, hand.street, hand.cards.burned_for) == (flop, street, street)
    assert type(hand.stage) is BoardDue
    assert hand.extras is not None
    assert hand.extras.first_board == whole
    assert not second_board(play, hand.extras)
