"""A stream's equities are those of a library of others: a sample of `tapis bench equities`."""

from typer.testing import CliRunner

from controller.cli import app
from tests.rig.equities import BOARDS, NAMES, compare_spots, random_spot


def test_every_game_has_the_shares_that_all_boards_give() -> None:
    found = compare_spots(3, seed=7)
    assert [one.game for one in found] == [str(game) for game in NAMES]
    assert max(one.largest for one in found) < 1e-9


def test_spots_differ_in_players_and_boards() -> None:
    for game in NAMES:
        spots = [random_spot(game, number, 7) for number in range(40)]
        assert {len(spot.board) for spot in spots} == set(BOARDS)
        assert {len(spot.hands) for spot in spots} == {2, 3, 4, 6}


def test_the_command_tells_each_game() -> None:
    shown = CliRunner().invoke(app, ["bench", "equities", "--spots", "1", "--seed", "3"])
    assert shown.exit_code == 0, shown.output
    assert len(shown.stdout.splitlines()) == len(NAMES)
