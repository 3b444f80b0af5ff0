"""Every chip in the books lies on an antenna, in random hands."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.public import HandStarted, IrregularityFound, SeatLeft, SeatTaken
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from tests.rig.books import Books, astray

ROOT = Path(__file__).parents[2] / "scenarios"
EVERY = 1 if os.environ.get("TAPIS_BOOKS") == "all" else 24
"""One scenario in this many is played; `make books` plays all."""
COME_AND_GO = (SeatLeft, SeatTaken)
TOLD = {Kind.POT_WRONG, Kind.STACK_OVER, Kind.STACK_SHORT}
"""The events about chips that lie elsewhere than in the books."""
SCENARIOS = sorted(ROOT.rglob("*.scn"))[::EVERY]


@pytest.mark.parametrize("house", shipped_houses())
def test_hands_by_chance_leave_no_chip_uncounted(house: str) -> None:
    bench = Books([load_house(house)], "typical", 700 + shipped_houses().index(house))
    bench.play(12)
    assert bench.compared > bench.hands == 12
    assert not bench.differences
    assert not bench.alarms


def with_stacks(path: Path) -> DealtGame | None:
    """Return a scenario's table, played to its end with stacks read; None if chips are keyed.

    Some bets go differently where stacks are read (a debt is no contradiction), so the scenario's
    expectations are not checked.
    """
    statements = language.read(path)
    setup = set_up(statements, beside=path.parent, depth="sensed", seed=sum(path.stem.encode()))
    if setup.keyed:
        return None
    game = DealtGame(replace(setup, stacks=True))
    Runner(game).play(statements)
    return game


def test_a_chip_out_of_the_books_is_seen() -> None:
    path = ROOT / "fidpa/30-36-cards-and-chips/36-1-chips-behind-in-a-hand.scn"
    game = with_stacks(path)
    assert game is not None
    game.sink.settle(slow=True)
    assert not astray(game.table)
    game.sink.chips("stack.2", "pocket", (100,))
    game.sink.settle(slow=True)
    assert astray(game.table) == {"table": -100}
    game.close()


@pytest.mark.parametrize(
    "path", SCENARIOS, ids=[str(path.relative_to(ROOT).with_suffix("")) for path in SCENARIOS]
)
def test_no_scenario_leaves_a_chip_that_no_book_counts(path: Path) -> None:
    game = with_stacks(path)
    if game is None:
        return
    try:
        game.sink.settle(slow=True)
        begun = next((n for n, e in enumerate(game.events) if isinstance(e, HandStarted)), 0)
        # Nobody carries the chips of arriving and leaving players here.
        carried = any(isinstance(event, COME_AND_GO) for event in game.events[begun:])
        told = [e for e in game.events if isinstance(e, IrregularityFound) and e.kind in TOLD]
        assert carried or told or not astray(game.table)
    finally:
        game.close()
