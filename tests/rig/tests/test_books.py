"""Every chip that the books count lies on an antenna, in hands by chance."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from tests.rig.books import Books, astray

ROOT = Path(__file__).parents[2] / "scenarios"


@pytest.mark.parametrize("seed", range(10))
def test_hands_by_chance_leave_no_chip_uncounted(seed: int) -> None:
    bench = Books([load_house(name) for name in shipped_houses()], "typical", 700 + seed)
    bench.play(30)
    assert bench.compared > bench.hands == 30
    assert not bench.differences
    assert not bench.alarms


def with_stacks(path: Path) -> DealtGame | None:
    """Return a scenario's table, played to its end with stacks read; None where it can't be."""
    statements = language.read(path)
    setup = set_up(statements, beside=path.parent, depth="sensed", seed=sum(path.stem.encode()))
    if setup.keyed:
        return None
    game = DealtGame(replace(setup, stacks=True))
    # Where stacks are read, some bets take another course: what is owed is no contradiction.
    return None if Runner(game).play(statements).failures else game


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
