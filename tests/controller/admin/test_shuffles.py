"""What is said of shuffles: three riffles are told from seven, an ideal one is never accused."""

import random
import re

import pytest
from typer.testing import CliRunner

from controller.admin.shuffles import ENOUGH, judge, orders_of, rising_sequences
from controller.cli import app
from controller.contract.commands import SetLevel, SitDown
from controller.houses.loader import load_house
from controller.journal import JournalReader
from controller.play.game import DealtGame, Setup
from controller.table.state.ranking import DECK
from tests.rig.shuffles import LEFT, LIMITS, evening, measure, riffles


def test_three_riffles_are_told_from_seven_and_nothing_is_said_of_ideal_shuffles() -> None:
    """Within twenty hands; a shuffler that repeats itself is told too."""
    found = measure(60, seed=3)
    assert {name: found[name] for name in LIMITS if found[name] >= LIMITS[name]} == {}


def test_no_alarm_in_many_evenings_of_ideal_shuffles() -> None:
    rng = random.Random(4)
    assert [found for _ in range(400) if (found := judge(evening(riffles(0), rng)).findings)] == []


def test_a_shuffler_that_favours_places_is_told_over_many_hands() -> None:
    rng = random.Random(5)
    low, high = list(DECK[:26]), list(DECK[26:])

    def halves(_: list[str], chance: random.Random) -> list[str]:
        return chance.sample(low, 26) + chance.sample(high, 26)

    assert "repeats" in judge(evening(halves, rng, ENOUGH)).findings
    assert judge(evening(riffles(0), rng, ENOUGH)).findings == ()


def test_cards_that_stay_together_are_told() -> None:
    rng = random.Random(6)
    orders, deck = [], list(DECK)
    for _ in range(30):
        # Packets of four change places and are never mixed.
        packets = [deck[at : at + 4] for at in range(0, 52, 4)]
        rng.shuffle(packets)
        deck = [card for packet in packets for card in packet]
        orders.append(deck[:LEFT])
    assert "stays-together" in judge(orders).findings


def test_a_journal_gives_the_orders_of_hands_that_are_over_and_no_card_is_said() -> None:
    game = DealtGame(Setup(load_house("ppc"), 3, shoe=True, journal=True))
    try:
        for seat in (1, 2, 3):
            game.dealer.command(SitDown(seat, f"P{seat}", 5000))
        game.dealer.command(SetLevel(50, 100))
        for _ in range(2):
            game.dealer.start_hand()
            game.dealer.deal()
            game.dealer.act(game.look().turn, "fold")
            game.dealer.act(game.look().turn, "fold")
        game.dealer.start_hand()
        game.dealer.deal()
        assert game.journal is not None
        path = game.journal.path
        with JournalReader(path) as reader:
            orders = orders_of(reader.rows())
        result = CliRunner().invoke(app, ["journal", "shuffles", str(path)])
    finally:
        game.close()
    assert [len(order) for order in orders[1]] == [6, 6], "the third hand is not over"
    assert result.exit_code == 0, result.output
    assert result.output.startswith("deck 1: ")
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", result.output)


@pytest.mark.parametrize(
    ("after", "found"),
    [("2c 3c 4c", (1, 3)), ("4c 3c 2c", (3, 3)), ("3c 9h 2c", (2, 2)), ("9h", (0, 0))],
)
def test_rising_sequences_are_counted_over_cards_of_both_orders(
    after: str, found: tuple[int, int]
) -> None:
    assert rising_sequences(["2c", "3c", "4c"], after.split()) == found
