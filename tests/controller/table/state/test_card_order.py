"""The order of cards: known by the shoe, or by first reads that lie two scans apart."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.houses.loader import load_house
from controller.table.engine import step
from controller.table.state import play_on
from controller.table.state.card_order import in_order, order_known
from controller.table.state.ranking import DECK
from controller.table.view.public_view import public_state
from tests.controller.table.scripted import played

ROUND_OVER = "hand ; deal\n1 calls ; 2 calls ; 3 checks\n"


@pytest.mark.parametrize(("apart", "known"), [(100, False), (199, False), (200, True), (600, True)])
def test_first_reads_two_scans_apart_tell_it_and_closer_ones_do_not(
    apart: int, *, known: bool
) -> None:
    table = played(ROUND_OVER + "gather").table
    house, begun, at = load_house("ppc"), table.at + 1000, table.at + 3000
    for place, card in enumerate(("Ah", "Kd", "Qs")):
        table = step(table, CardAt(at, card, "board", begun + apart * place), house).table
    # With the order known the first card was the burn; otherwise the street is dealt again.
    words = [step.word for step in public_state(table, house, 0, "1").rulings[0].steps]
    assert (words[0] == "use_as_burn") == known


def test_a_shoe_knows_the_order_of_cards_that_came_together() -> None:
    together = ROUND_OVER + "board 3 together\n"
    played(f"shoe\n{together}expect steps use_as_burn deal")
    played(f"{together}expect next take_back")


@pytest.mark.parametrize(
    ("reads", "known"),
    [
        ((0, 100, 200, 600), True),
        ((0, 100, 200, 500), False),
        ((0, 200, 400, 600), True),
        ((0, 200, 400, 500), False),
        ((300, 0, 100, 900), True),
    ],
)
def test_of_a_flop_of_four_it_is_enough_to_know_which_came_last(
    reads: tuple[int, ...], *, known: bool
) -> None:
    table, house = played(ROUND_OVER + "gather ; burn").table, load_house("ppc")
    begun, at = table.at + 1000, table.at + 3000
    fresh = [card for card in DECK if card not in table.places][:4]
    for card, read in zip(fresh, reads, strict=True):
        table = step(table, CardAt(at, card, "board", begun + read), house).table
    (ruling,) = public_state(table, house, 0, "1").rulings
    assert ruling.kind == "board.extra-card"
    assert (ruling.steps[0].word == "use_as_burn") == known


@pytest.mark.parametrize(("at_first", "known"), [(300, False), (400, True)])
def test_of_a_flop_without_a_burn_it_is_enough_to_know_which_came_first(
    at_first: int, *, known: bool
) -> None:
    table, house = played(ROUND_OVER + "gather").table, load_house("ppc")
    begun, at = table.at + 1000, table.at + 3000
    for place, card in enumerate(("Ah", "Kd", "Qs")):
        since = begun + (at_first + 50 * place if place else 0)
        table = step(table, CardAt(at, card, "board", since), house).table
    words = [step.word for step in public_state(table, house, 0, "1").rulings[0].steps]
    assert (words[0] == "use_as_burn") == known


def test_the_shoe_tells_the_order_of_those_alone_that_it_has_seen_leave() -> None:
    """Cards that are read at once, of which the shoe has seen two."""
    table = played(ROUND_OVER + "gather").table
    cards = replace(table.hand.cards, left_shoe=("Kd", "Ah"))
    since = {**table.since, "Ah": 5000, "Kd": 5000, "Qs": 5000}
    table = replace(table, hand=replace(table.hand, cards=cards), since=since)
    play = play_on(table, load_house("ppc"), 6000)
    assert order_known(play, ("Ah", "Kd"))
    assert in_order(play, ("Ah", "Kd")) == ("Kd", "Ah")
    assert not order_known(play, ("Ah", "Kd", "Qs"))
    assert not order_known(play, ("Ah", "Qs"))
