"""The search for what was done while off: what it finds, what it leaves open, that it ends."""

import pytest

from controller.contract.observations import CardAt, CardLeft, ChipsAt, Declared
from controller.houses.loader import load_house
from controller.table.power_loss.story_search import (
    ACCUSES,
    MOST_STEPS,
    Moved,
    Search,
    Thought,
    is_cleared,
)
from controller.table.state.ranking import DECK
from controller.table.state.table import Table, forget_hand
from tests.controller.table.scripted import THREE, played

HOUSE = load_house("ppc")
RIVER = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n1 checks ; 2 checks ; 3 checks\nturn"
CHECKS = "\n2 checks ; 3 checks ; 1 checks\n"


def at_the_river() -> Table:
    script = RIVER.replace("1 checks ; 2 checks ; 3 checks", "2 checks ; 3 checks ; 1 checks")
    return played(f"{script}{CHECKS}river", table=THREE).table


def search(table: Table, *news: Moved, thought: Thought = Thought.NOTHING) -> Search:
    return Search(table, HOUSE, news, 900_000, ACCUSES, thought)


def tabled(table: Table, *seats: int) -> list[CardAt]:
    return [CardAt(0, card, f"bet.{seat}", 0) for seat in seats for card in table.hand.holes[seat]]


def test_two_hands_beyond_the_line_are_a_showdown_and_no_fold() -> None:
    table = at_the_river()
    news = tabled(table, 1, 2, 3)
    assert not search(table, *news).succeeds()
    story = search(table, *news, thought=Thought.AS_IT_LIES)
    assert story.succeeds()
    checks = [deed.seat for deed in story.path if isinstance(deed, Declared)]
    assert checks == [2, 3, 1]


def test_nothing_is_thought_of_that_is_not_needed() -> None:
    table = at_the_river()
    bet = ChipsAt(0, "bet.2", (100,), 0)
    story = search(table, bet, thought=Thought.AS_IT_LIES)
    assert story.succeeds()
    assert story.path == [bet]


def test_a_hand_that_is_taken_in_leaves_open_who_has_won() -> None:
    table = at_the_river()
    gone = [CardLeft(0, card, zone) for card, zone in table.places.items() if zone]
    story = search(table, *gone, thought=Thought.IN_SUM)
    assert not story.succeeds()
    assert story.open_end


def test_cards_of_a_hand_that_is_forgotten_begin_no_other() -> None:
    table = at_the_river()
    lying = [CardAt(0, card, zone, 0) for card, zone in table.places.items() if zone]
    story = search(forget_hand(table), *lying)
    assert story.succeeds()
    assert not {type(deed) for deed in story.path} - {CardAt}


def test_it_comes_to_an_end_however_much_was_moved() -> None:
    table = at_the_river()
    free = [card for card in DECK if not table.places.get(card)]
    news = [CardAt(0, card, ("muck", "board", "hand.1")[n % 3], 0) for n, card in enumerate(free)]
    story = search(table, *news, thought=Thought.CARDS)
    assert not story.succeeds()
    assert story.steps <= MOST_STEPS + len(table.seats)


def test_a_raise_that_nothing_shows_is_thought_of_only_for_a_hand_thrown_away() -> None:
    table = at_the_river()
    cards = [CardAt(0, card, "board", 0) for card in DECK if not table.places.get(card)][:4]
    unseen = search(table, *cards, thought=Thought.RAISES)
    plain = search(table, *cards, thought=Thought.CARDS)
    assert not unseen.succeeds()
    assert not plain.succeeds()
    assert unseen.steps == plain.steps


def test_what_can_not_be_moved_before_a_hand_is_over() -> None:
    round_over = "hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather\nburn ; board 3\n2 bets 100"
    table = played(round_over, table=THREE).table
    pot, front = sum(table.chips["pot"]), ChipsAt(0, "bet.2", (), 0)
    holes = table.hand.holes
    gone = [[CardLeft(0, card, f"hand.{seat}") for card in holes[seat]] for seat in (1, 2, 3)]
    for news, cleared in (
        ([ChipsAt(0, "bet.3", (100,), 0)], False),
        ([front], True),
        ([front, ChipsAt(0, "pot", (pot,), 0)], True),
        ([front, ChipsAt(0, "pot", (pot, 100), 0)], False),
        ([ChipsAt(0, "pot", (pot - 1,), 0)], True),
        ([*gone[0]], False),
        ([*gone[0], *gone[1]], True),
        ([*gone[0], gone[1][0]], False),
        ([CardLeft(0, table.hand.board[0], "board")], True),
        ([CardLeft(0, table.hand.cards.burns[0], "burn")], True),
        ([CardAt(0, table.hand.board[0], "burn", 0)], False),
    ):
        assert is_cleared(table, news) is cleared, news
        assert not is_cleared(forget_hand(table), news)


def test_two_hands_beyond_the_line_are_not_folded_either_while_a_third_is_kept() -> None:
    table = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather\nflop", table=THREE).table
    assert not search(table, *tabled(table, 1, 2)).succeeds()
    assert search(table, *tabled(table, 2)).succeeds()


@pytest.mark.parametrize("seat", [2, 3])
def test_a_single_chip_that_nothing_explains_is_not_thought_away(seat: int) -> None:
    script = "hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather\nflop"
    table, chip = played(script, table=THREE).table, ChipsAt(0, f"bet.{seat}", (1,), 0)
    for thought in (Thought.NOTHING, Thought.AS_IT_LIES, Thought.IN_SUM):
        assert not search(table, chip, thought=thought).succeeds()
