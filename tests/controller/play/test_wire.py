"""Depth wire: the same scenarios over real firmware, links, keys and a real broker.

A sample for each change; `make hil` plays all of them.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.contract.public import IrregularityFound
from controller.houses.loader import load_house, shipped_houses
from controller.play.crew import WIRING, PlayOptions, own_wiring, play_file
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import read_hands
from controller.play.records.replay import play_hand
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.play.sinks.wire import WireSink
from controller.play.sinks.wiring import Wiring
from controller.run.loop.drivers import ByTurns

HAND = Path(__file__).with_name("check-down.phh")
SCENARIOS = Path(__file__).parents[2] / "scenarios"

# Every house, another game, and every kind of part: cards, chips, keys, knocks, the shoe, a table
# without chip antennas, strange cards, lost antennas, a power cut, a broker that is away. One hand
# has all the ways in which the books and the chips can part.
SAMPLE = (
    "any/stand-up-next-big-blind-now",
    "fidpa/50-56-acting/53-knock",
    "fidpa/57-64-betting/52-said-is-owed",
    "games/omaha/skipped",
    "ppc/13-misdeals/13-power-cut-in-a-misdeal",
    "ppc/18-board/18-board-antenna-dies",
    "ppc/table/broker-away",
    "ramponneau/IV-6-stand-up",
    "salle/keys",
    "tda/35-37-misdeals/35-A6-strange-card",
    "tda-2026/3-B-words-bind",
)

# And where nodes radiate by turns: cards, chips, and the gate of the shoe.
BY_TURNS = ("ppc/18-board/18-gate", "redcactus/A-betting/A-i-preflop")


@pytest.fixture(scope="session")
def wiring() -> Iterator[Wiring]:
    """Return the hardware that this process plays on."""
    yield own_wiring()
    while WIRING:
        WIRING.pop().close()


@pytest.mark.parametrize("name", SAMPLE)
def test_what_holds_for_the_engine_holds_at_the_wire(wiring: Wiring, name: str) -> None:
    assert wiring is own_wiring()
    outcome = play_file(SCENARIOS / f"{name}.scn", PlayOptions("wire", "typical"))
    assert not outcome.failures, outcome.failures


@pytest.mark.parametrize("name", BY_TURNS)
def test_it_holds_too_where_nodes_radiate_by_turns(wiring: Wiring, name: str) -> None:
    path = SCENARIOS / f"{name}.scn"
    statements = language.read(path, shipped_houses())
    asked = set_up(statements, beside=path.parent, depth="wire")
    game = DealtGame(msgspec.structs.replace(asked, air="slots"), wiring=wiring)
    try:
        outcome = Runner(game).play(statements)
        assert not outcome.failures, outcome.failures
        assert isinstance(game.sink, WireSink)
        turns = [one.rounds for one in game.sink.daemon.drivers if isinstance(one, ByTurns)]
        assert [one.made[-1].number > 10 for one in turns] == [True], "one round follows another"
    finally:
        game.close()


def test_every_house_is_in_the_sample() -> None:
    folders = {path.name for path in SCENARIOS.iterdir()}
    assert {name.partition("/")[0] for name in SAMPLE + BY_TURNS} == folders
    assert folders <= {"any", "games", *shipped_houses()}


def test_a_recorded_hand_ends_with_its_stacks(wiring: Wiring) -> None:
    hand = next(iter(read_hands(HAND)))
    seats = max(player.seat for player in hand.players)
    game = DealtGame(Setup(load_house("fidpa"), seats, depth="wire"), wiring=wiring)
    try:
        assert play_hand(game, hand, 0).right
    finally:
        game.close()


TABLE = """
house ppc
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
"""


def played(wiring: Wiring, text: str) -> Runner:
    """Return a wired table on which a script has been played, and holds."""
    statements = language.parse(TABLE + text)
    game = DealtGame(set_up(statements, depth="wire", noise="clean"), wiring=wiring)
    try:
        runner = Runner(game)
        outcome = runner.play(statements)
        assert not outcome.failures, outcome.failures
    except BaseException:
        game.close()
        raise
    return runner


def test_a_hand_goes_on_behind_faults(wiring: Wiring) -> None:
    runner = played(wiring, "denominations 25 100 500\nhand ; deal")
    game = runner.game
    try:
        wiring.wire.unplug("seat-2")
        game.sink.wait(3000)
        assert {"hand.2", "bet.2"} <= set(game.table.devices.blind_zones)
        wiring.wire.plug("seat-2")
        wiring.wire.reset("seat-3")
        wiring.wire.reset("pad-2")
        game.sink.wait(5000)
        assert not game.table.devices.blind_zones
        assert isinstance(game.sink, WireSink)
        assert {link.status().proof for link in game.sink.links} == {"proven"}
        assert {link.status().forged for link in game.sink.links} == {0}
        with pytest.raises(ValueError, match="seat 1 has no keys"):
            game.sink.press(1, "call", amount=300)
        more = language.parse("1 calls ; 2 calls ; 3 checks\nexpect pot 300\nflop\nexpect turn 2")
        outcome = runner.play(more)
        assert not outcome.failures, outcome.failures
        assert not any(isinstance(event, IrregularityFound) for event in game.events)
    finally:
        # Which raises when the broker has not brought every event, once.
        game.close()


def test_what_only_the_twin_knows_nobody_hears_of(wiring: Wiring) -> None:
    runner = played(wiring, "hand ; deal")
    game = runner.game
    try:
        wiring.wire.unplug("centre")
        game.sink.wait(3000)
        before = len(game.events)
        game.sink.card("Ah", "board")
        game.sink.wait(2000)
        assert not [e for e in game.events[before:] if e.type.startswith("board.")]
        assert "Ah" not in game.table.places
        game.sink.card("Ah", "stub")
    finally:
        game.close()
