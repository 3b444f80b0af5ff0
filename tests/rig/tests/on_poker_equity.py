"""A stream's equities are those of poker-equity: `make equities` runs it."""

from typer.testing import CliRunner

from controller.cli import app
from tests.rig.equities import NAMES, compare_spots


def test_every_game_has_the_shares_that_all_boards_give() -> None:
    found = compare_spots(3, seed=7)
    assert [one.game for one in found] == [str(game) for game in NAMES]
    assert max(one.largest for one in found) < 1e-9


def test_the_command_tells_each_game() -> None:
    shown = CliRunner().invoke(app, ["bench", "equities", "--spots", "1", "--seed", "3"])
    assert shown.exit_code == 0, shown.output
    assert len(shown.stdout.splitlines()) == len(NAMES)
