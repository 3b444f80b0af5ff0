"""What is read, and how often: by that the engine knows when the order of cards is known."""

import pytest

from controller.contract.observations import CardAt, ChipsAt, Declared
from controller.contract.scans import AntennaPlan
from controller.houses.loader import load_house
from controller.table.engine import step
from controller.table.power_loss.zones_read import Awaited, chips_awaited, reading
from controller.table.state.ranking import DECK
from controller.table.state.table import new_table
from controller.table.view.public_view import public_state
from tests.controller.table.dealing.test_deal import GAP, Play
from tests.controller.table.scripted import played
from tests.controller.table.state.test_card_order import ROUND_OVER


def plans(period: int) -> list[AntennaPlan]:
    """Return the antennas of a table of three whose hands and board are read each so many ms."""
    zones = ("hand.1", "hand.2", "hand.3", "board", "burn")
    slow = AntennaPlan("muck", "muck", 320)
    return [*(AntennaPlan(zone, zone, period) for zone in zones), slow]


def test_the_slowest_of_hands_board_and_burn_says_how_long_a_scan_is() -> None:
    table = reading(new_table(3), plans(150))
    assert (table.fittings.scan_ms, table.fittings.unread) == (150, ())
    table = reading(new_table(3), plans(150)[:4])
    assert (table.fittings.scan_ms, table.fittings.unread) == (150, ("burn", "muck"))
    table = reading(new_table(3), [plan for plan in plans(150) if plan.zone != "burn"])
    assert table.fittings.unread == ("burn",)
    assert public_state(table, load_house("ppc"), 0, "1").blind_zones == ()
    assert reading(new_table(3), []).fittings.scan_ms == new_table(3).fittings.scan_ms
    keyed = new_table(3, cards_keyed=True)
    assert reading(keyed, plans(150)) == keyed


@pytest.mark.parametrize(("period", "known"), [(100, True), (200, True), (250, False)])
def test_where_the_board_is_read_seldom_its_order_is_known_later(
    period: int, *, known: bool
) -> None:
    table = reading(played(ROUND_OVER + "gather").table, plans(period))
    house, begun, at = load_house("ppc"), table.at + 1000, table.at + 3000
    for place, card in enumerate(("Ah", "Kd", "Qs")):
        table = step(table, CardAt(at, card, "board", begun + 400 * place), house).table
    words = [step.word for step in public_state(table, house, 0, "1").rulings[0].steps]
    assert (words[0] == "use_as_burn") == known


@pytest.mark.parametrize(("period", "late", "found"), [(100, 700, True), (250, 700, False)])
def test_where_hands_are_read_seldom_a_card_that_is_due_is_waited_for(
    period: int, late: int, *, found: bool
) -> None:
    play = Play(3)
    play.table = reading(play.table, plans(period))
    order = play.order()
    one = play.at + GAP
    play.see(CardAt(one, DECK[1], f"hand.{order[1]}", one))
    play.wait(late)
    play.see(CardAt(play.at, DECK[0], f"hand.{order[0]}", one - GAP // 2))
    assert bool(play.found()) == found


def test_chips_are_awaited_from_who_is_to_act_and_who_has_said_more_than_lies_there() -> None:
    game = played("hand")
    assert chips_awaited(game.table) == frozenset(), "the deal comes first"
    table, house = played("hand ; deal").table, game.house
    first = table.hand.turn
    assert chips_awaited(table) == {first}
    table = step(table, Declared(table.at + 500, first, "call"), house).table
    second = table.hand.turn
    assert chips_awaited(table) == {first, second}
    table = step(table, ChipsAt(table.at + 500, f"bet.{first}", (100,), table.at), house).table
    assert chips_awaited(table) == {second}
    assert chips_awaited(played("hand ; deal\n1 calls ; 2 calls ; 3 checks").table) == frozenset()
    owing = played("hand ; deal\n1 says call ; 2 calls ; 3 checks").table
    assert chips_awaited(owing) == {1}, "nobody acts, and one has still to pay"


def test_who_is_awaited_is_looked_up_once_for_each_table() -> None:
    tables = [played("hand ; deal").table]
    awaited = Awaited(lambda: tables[-1])
    assert awaited() is awaited()
    assert awaited()
    tables.append(new_table(3))
    assert awaited() == frozenset()
