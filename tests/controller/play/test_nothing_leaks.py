"""What no scenario may publish: a card that has neither lain on the board nor been tabled."""

from pathlib import Path

import pytest

from controller.houses.loader import shipped_houses
from controller.play.people.leak_watch import Doors
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.view.public_view import public_state

SCENARIOS = Path(__file__).parents[2] / "scenarios"
HOUSES = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())


@pytest.mark.parametrize("house", HOUSES)
def test_no_scenario_publishes_a_card_that_nobody_has_shown(house: str) -> None:
    played = 0
    for path in sorted((SCENARIOS / house).rglob("*.scn")):
        statements = language.read(path, shipped_houses())
        doors = Doors()
        setup = set_up(statements, beside=path.parent)
        runner = Runner(setup, doors.watch)
        runner.play(statements)
        state = public_state(runner.game.table, setup.house, 0, "x")
        assert not doors.leaks, path.name
        shown = {card for view in state.seats for card in view.shown} | set(state.board)
        assert shown <= doors.public, path.name
        runner.game.close()
        played += 1
    assert played > 0
