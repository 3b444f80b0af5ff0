"""Cards that come to rest or leave: what is no news changes nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import CardAt, CardLeft, Observation
from controller.contract.public import HandStarted
from controller.houses.loader import load_house
from controller.table.engine import Transition, step
from tests.controller.table.random_table import any_level, seated
from tests.controller.table.scripted import kinds, played, said

CHECKED = "\n2 checks ; 3 checks ; 1 checks\n"
RIVER = f"\n1 calls ; 2 calls ; 3 checks\nflop{CHECKED}turn{CHECKED}river"


@pytest.mark.parametrize("house", ["ppc", "fidpa"])
@settings(max_examples=20)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_a_card_that_is_told_twice_is_told_once(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))

    def again(seen: Observation, done: Transition) -> None:
        if isinstance(seen, CardAt):
            twice = step(done.table, seen, play.house)
            assert not twice.public
            assert not twice.private
            assert twice.table.places == done.table.places

    assert not play.start()
    play.watch = again
    play.deal()
    play.finish()


def test_cards_in_the_hand_and_back_are_no_news() -> None:
    before = played("hand ; deal\n1 calls ; 2 calls")
    looked = "3 lifts\nmove 3c hand.3 hand.3\nmove 6c hand.3 hand.3\nexpect turn 3"
    game = played(f"hand ; deal\n1 calls ; 2 calls\n{looked}")
    assert not kinds(game)
    assert len(game.events) == len(before.events)


def test_a_card_that_leaves_where_it_never_lay_is_no_news() -> None:
    game = played("hand ; deal")
    done = step(game.table, CardLeft(game.table.at, "Kd", "board"), game.house)
    assert not done.public
    assert done.table.hand == game.table.hand


def test_folded_cards_in_the_muck_are_no_irregularity_and_live_ones_are() -> None:
    assert not kinds(played("hand ; deal\n1 folds"))
    assert kinds(played("hand ; deal\n2 mucks")) == ["hand.muck"]


def test_no_public_event_names_a_hole_card() -> None:
    played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\nexpect public no 2c 3c 4c 5c 6c 7c Ah")


@pytest.mark.parametrize(("lies", "starts"), [("", True), ("board", False), ("muck", False)])
def test_the_first_card_starts_a_hand_at_a_table_where_no_other_lies(
    lies: str, starts: bool
) -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\npush\ncollect")
    started = len(said(game, HandStarted))
    at = game.sink.now
    if lies:
        game.observe(CardAt(at, "Ah", lies, at))
    game.observe(CardAt(at, "2c", "hand.3", at))
    assert len(said(game, HandStarted)) == started + starts


def test_from_where_a_card_may_come_to_the_board_or_the_burns() -> None:
    round_over = "hand ; deal\n1 calls ; 2 calls ; 3 checks\n"
    for script, board, burns in (
        ("burn ; board", ("Kd",), ("Ah",)),
        # A burn that was moved on is no board card, and a board card may be made the burn.
        ("burn ; move Ah burn board", (), ()),
        ("board ; move Ah board burn", (), ("Ah",)),
        # Nor is a hole card, wherever it lay before.
        ("move 3c hand.3 board", (), ()),
        ("3 lifts ; move 3c hand.3 board", (), ()),
    ):
        hand = played(round_over + script).table.hand
        assert (hand.board, hand.cards.burns) == (board, burns), script


@pytest.mark.parametrize(
    ("before", "burns"),
    [
        ("", 1),
        ("\n1 calls ; 2 calls ; 3 checks", 1),
        ("\n1 calls ; 2 calls ; 3 checks\nflop", 2),
        ("\n1 calls ; 2 calls ; 3 checks\nflop\n2 folds ; 3 folds", 1),
        (f"{RIVER}", 3),
        (f"{RIVER}\n2 checks ; 3 checks", 3),
    ],
)
def test_a_card_of_the_stub_in_the_muck_is_a_burn_while_a_street_is_still_to_come(
    before: str, burns: int
) -> None:
    game = played(f"hand ; deal{before}\nmove 2d stub muck")
    assert len(game.table.hand.cards.burns) == burns
