"""The streets as they should come, and every way in which they don't."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.public import BoardDealt, CardBurned, IrregularityFound
from controller.contract.rules import Kind, Street
from controller.houses.loader import load_house, shipped_houses
from controller.table.board import more_of_it
from controller.table.board.burns_and_streets import board_tags, lay_street
from controller.table.engine import step
from controller.table.state import Betting, play_on
from tests.controller.table.scripted import THREE, go_on, kinds, played, said

STREETS = ("flop", "turn", "river")
CARDS = {"flop": 3, "turn": 1, "river": 1}
BOARD = {"flop": 3, "turn": 4, "river": 5}
CHECKED_AROUND = "2 checks ; 3 checks ; 1 checks"
BURNS = [name for name in shipped_houses() if load_house(name).deal.burn.value]


def up_to(street: str) -> str:
    """Return a script in which all is right, to the end of the betting before a street."""
    before = STREETS[: STREETS.index(street)]
    dealt = "\n".join(f"{one} ; {CHECKED_AROUND}" for one in before)
    return f"hand ; deal\n1 calls ; 2 calls ; 3 checks\n{dealt}\ngather\n"


@pytest.mark.parametrize("house", shipped_houses())
def test_a_hand_that_is_dealt_right_is_right_under_every_house(house: str) -> None:
    game = played(up_to("river") + "river", house=house)
    assert not kinds(game)
    dealt = said(game, BoardDealt)
    assert [event.street for event in dealt] == list(STREETS)  # type: ignore[attr-defined]
    assert len(game.look().board) == 5
    burned = [event.street for event in said(game, CardBurned)]  # type: ignore[attr-defined]
    assert burned == (list(STREETS) if house in BURNS else [])


@pytest.mark.parametrize("house", BURNS)
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("board {cards}", "board.no-burn"),
        ("burn 2 ; board {cards}", "board.extra-burn"),
        ("burn ; board {more}", "board.extra-card"),
    ],
)
def test_whatever_is_wrong_with_a_street_it_is_found_and_the_hand_goes_on(
    house: str, street: str, fault: str, kind: str
) -> None:
    cards = CARDS[street]
    script = up_to(street) + fault.format(cards=cards, more=cards + 1)
    game = played(f"{script}\nfollow all", house=house)
    assert kinds(game) == [kind]
    if any(ruling.waits_for == "floor" for ruling in game.look().rulings):
        game = go_on(game, "floor waives")
    # What is left of a ruling is for later: the round is played first.
    assert all(ruling.steps[-1].word == "deal" for ruling in game.look().rulings)
    assert game.look().turn == 2
    assert len(game.look().board) == BOARD[street]


@pytest.mark.parametrize("street", STREETS)
def test_a_street_that_comes_before_the_betting_is_over_is_premature(street: str) -> None:
    script = up_to(street).removesuffix("gather\n").rstrip()
    without_the_last = script.rpartition(";")[0]
    game = played(f"{without_the_last}\nburn ; board {CARDS[street]}")
    assert kinds(game)[-1] == "board.premature"


def test_two_cards_together_leave_their_order_unknown() -> None:
    apart = played(up_to("flop") + "board 3")
    together = played(up_to("flop") + "board 3 together")
    words = [[step.word for step in g.look().rulings[0].steps] for g in (apart, together)]
    assert words[0] == ["use_as_burn", "deal"]
    assert "shuffle" in words[1]
    assert "use_as_burn" not in words[1]


def test_a_card_that_was_never_dealt_is_misplaced_on_the_board() -> None:
    game = played(up_to("turn") + "move 2c hand.2 board", table=THREE)
    assert kinds(game) == ["board.misplaced"]


@pytest.mark.parametrize("house", BURNS)
@pytest.mark.parametrize("place", ["bet.1", "pot"])
def test_a_burn_laid_before_the_dealer_or_under_the_pot_is_the_burn(house: str, place: str) -> None:
    game = played(f"{up_to('flop')}move Ah stub {place}\nboard 3", house=house)
    assert not kinds(game)
    assert [event.street for event in said(game, CardBurned)] == ["flop"]  # type: ignore[attr-defined]
    assert game.look().board == ("Kd", "Qs", "Jh")
    assert game.table.hand.seen[-4:] == ("Ah", "Kd", "Qs", "Jh")
    go_on(game, f"move Ah {place} burn\n{CHECKED_AROUND}\nturn")
    assert not kinds(game)


def test_several_cards_on_the_pot_are_the_stub_and_no_burn() -> None:
    two = "move Ah stub pot & move 2d stub pot"
    game = played(f"{up_to('flop')}{two}\nboard 3", house="fidpa")
    assert kinds(game) == ["board.no-burn"]


@pytest.mark.parametrize(
    ("fault", "betting", "more", "found"),
    [
        ("burn 2 ; board 3", False, (), []),
        ("burn 2 ; board 3", True, (), []),
        ("burn 2 ; board 3", True, ("2d",), ["board.premature"]),
        ("board 3", False, (), []),
        ("board 3", True, (), ["board.premature"]),
    ],
)
def test_a_street_that_follows_an_error_with_the_burn_too_early_is_another_error(
    fault: str, betting: bool, more: tuple[str, ...], found: list[str]
) -> None:
    game = played(up_to("flop") + fault)
    hand, (ruling,) = game.table.hand, game.table.rulings
    if betting:
        around = (2, 3, 1)
        acts = replace(hand.round, acts=1)
        hand = replace(hand, stage=Betting(2, around, around), street=1, round=acts)
    hand = replace(hand, board=(*hand.board, *more))
    play = play_on(replace(game.table, hand=hand), game.house, 0)
    more_of_it(play, ruling)
    assert [e.kind for e in play.public if isinstance(e, IrregularityFound)] == found


@pytest.mark.parametrize(
    ("reads", "known"),
    [
        ((0, 400, 800, 850, 1250), True),
        ((0, 399, 800, 850, 1250), False),
        ((0, 400, 799, 850, 1250), False),
        ((0, 400, 800, 850, 1249), False),
        ((0, 200, 400, 600, 800), True),
    ],
)
def test_of_a_second_burn_it_is_enough_to_know_the_two_burns_and_the_last_card(
    reads: tuple[int, ...], *, known: bool
) -> None:
    game = played(up_to("flop") + "burn 2 ; board 3")
    hand = game.table.hand
    burns = hand.cards.burns
    since = dict(zip((*burns, *hand.board), reads, strict=True))
    # Of a burn before those two nothing has to be known.
    cards = replace(hand.cards, burns=("2d", *burns))
    table = replace(game.table, hand=replace(hand, cards=cards), since={**since, "2d": 0})
    tags = board_tags(play_on(table, game.house, 0), Kind.BOARD_EXTRA_BURN, Street.FLOP)
    assert ("order-known" in tags) == known


@pytest.mark.parametrize(("later", "kind"), [(100, "board.extra-card"), (5000, "board.no-burn")])
def test_without_betting_a_card_that_comes_clearly_later_is_the_next_street(
    later: int, kind: str
) -> None:
    """The cards of the flop came together, which says nothing of the fourth."""
    game = played("hand ; deal\n1 goes all-in ; 2 goes all-in ; 3 folds\n1 tables ; 2 tables\nburn")
    table, begun = game.table, game.table.at + 1000
    found = []
    for card, read in (("Kd", 0), ("Qs", 0), ("Jh", 0), ("Th", later)):
        done = step(table, CardAt(begun + read + 3000, card, "board", begun + read), game.house)
        table = done.table
        found += [event.kind for event in done.public if isinstance(event, IrregularityFound)]
    assert found == [kind]


def test_a_mended_street_is_put_into_the_order_of_the_deck_and_no_earlier_one() -> None:
    game = played(up_to("turn") + "burn")
    hand = game.table.hand
    flop = hand.board[::-1]
    hand = replace(hand, board=(*flop, "Th"), cards=replace(hand.cards, mended=True))
    play = play_on(replace(game.table, hand=hand), game.house, 0)
    lay_street(play)
    assert play.hand.board == (*flop, "Th")
