"""Every chip that the books count lies on an antenna: in hands by chance, and in every scenario."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.bench.books import Books, astray
from controller.houses.loader import load_house, shipped_houses
from controller.play import language
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.table.stack_count import CARRY_MS, difference

ROOT = Path(__file__).parents[2] / "scenarios"
SCENARIOS = sorted(ROOT.rglob("*.scn"))
PARTS = 24
"""The scenarios are played in so many tests: each alone takes no longer than its set-up."""
UNFIT = frozenset(
    {
        # They move chips that are nowhere else, or ask what only a table without antennas asks.
        "E-a-hidden-chips", "36-2-hidden-chips", "59-2-hidden-in-an-all-in", "62-unpaid",
        "62-hidden-behind-an-all-in", "63-hidden", "75-the-winner-has-it", "75-the-winner-is-asked",
        # What was undone lies where it was put.
        "undo",
    }
)  # fmt: skip


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


@pytest.mark.parametrize("part", range(PARTS))
def test_scenarios_leave_no_chip_uncounted(part: int) -> None:
    for path in SCENARIOS[part::PARTS]:
        if path.stem in UNFIT:
            continue
        game = with_stacks(path)
        if game is None:
            continue
        if game.look().awards:
            game.dealer.push()
        game.sink.settle(slow=True)
        game.sink.wait(CARRY_MS)
        table = game.table
        told = table.devices.stacks.told if table.devices.stacks else ()
        if not table.rulings and not any(told):
            assert not astray(table), path
        for seat in range(1, len(table.seats)):
            if not table.rulings and told and not told[seat]:
                assert not difference(table, table.hand, seat), (path, seat)
        game.close()


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
