"""The bench: both sides play the same hands to the end, and the figures come out by name."""

import json
from pathlib import Path

import pytest
from pokerkit import Mode, NoLimitTexasHoldem
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.observations import CardAt, ChipsAt
from controller.houses.loader import load_house
from controller.play.records.phh import read_hands
from controller.play.records.recorded import RecordedHand
from controller.table.engine import step
from tests.rig.replay import our_hand, their_hand

HANDS = """\
[1]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 5000, 2000]
actions = ['d dh p1 AhKh', 'd dh p2 2s4s', 'd dh p3 9c9d', 'p3 cbr 300', 'p1 cc', 'p2 f',
  'd db 2h7h9s', 'p1 cc', 'p3 cbr 1700', 'p1 cc', 'd db Qh', 'd db 2c', 'p3 sm 9c9d']
finishing_stacks = [3000, 4900, 4100]

[2]
variant = 'NT'
antes = [10, 10]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 900]
actions = ['d dh p1 AhKh', 'd dh p2 2s4s', 'p2 cc', 'p1 cc', 'd db 2h7h9s', 'p1 cbr 100', 'p2 f']
finishing_stacks = [1110, 790]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with two hands."""
    found = tmp_path / "two.phhs"
    found.write_text(HANDS, "utf-8")
    return found


def finish_of(hand: RecordedHand) -> list[int]:
    return [int(player.finish or 0) for player in hand.players]


def test_both_sides_come_to_the_recorded_stacks(path: Path) -> None:
    house = load_house("fidpa")
    for hand in read_hands(path):
        table, observations = our_hand(hand, house, 3, seed=1)
        for observation in observations:
            table = step(table, observation, house).table
        assert [table.seats[player.seat].stack for player in hand.players] == finish_of(hand)
        create, calls = their_hand(hand)
        state = NoLimitTexasHoldem.create_state(*create, mode=Mode.CASH_GAME)
        for call, arguments in calls:
            call(state, *arguments)
        assert not state.status
        assert state.stacks == finish_of(hand)


def test_our_side_takes_in_every_card_and_every_chip(path: Path) -> None:
    house = load_house("fidpa")
    first = read_hands(path)[0]
    observations = our_hand(first, house, 3, seed=1).observations
    dealt = {o.card for o in observations if isinstance(o, CardAt)}
    assert dealt >= {"Ah", "Kh", "2s", "4s", "9c", "9d", "2h", "7h", "9s", "Qh", "2c"}
    assert len(dealt) == 3 * 2 + 5 + 3
    zones = {o.zone for o in observations if isinstance(o, ChipsAt)}
    assert zones == {"bet.1", "bet.2", "bet.3", "pot"}


def test_the_command_prints_its_figures(path: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "replay", str(path), "--json", "--rounds", "2"])
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert figures["hands"] == 2
    for name in ("engine_hands_per_s", "pokerkit_hands_per_s", "engine_ratio", "sensed_realtime"):
        assert figures[name] > 0


def test_a_record_that_does_not_come_out_is_named(path: Path) -> None:
    path.write_text(HANDS.replace("[3000, 4900, 4100]", "[4900, 4900, 2200]"), "utf-8")
    result = CliRunner().invoke(app, ["bench", "replay", str(path)])
    assert result.exit_code == 2
    assert "hand 1: does not come out with the recorded stacks" in result.output
