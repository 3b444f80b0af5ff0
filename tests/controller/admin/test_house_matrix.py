"""`tapis house matrix`: what a table answers to cards that are moved, for people and machines."""

import json

import pytest
from typer.testing import CliRunner, Result

from controller.admin.house_files.house_matrix import MANY, MOMENTS, ORIGINS, PLACES, SAYS
from controller.cli import app
from controller.play import matrix
from controller.play.situations import SITUATIONS


def tapis(*words: str) -> Result:
    """Run `tapis house matrix ...`."""
    return CliRunner().invoke(app, ["house", "matrix", *words], env={"COLUMNS": "200"})


def test_a_moment_in_words() -> None:
    found = tapis("fidpa", "--moment", "over")
    assert found.exit_code == 0
    assert "from the stub, to the board, one card\n  irregular: " in found.stdout
    assert "(FIDPA 33-3)" in found.stdout
    assert "does not affect the table: no hand is in progress" in found.stdout
    assert "; 0 got no answer, or left no way to continue" in found.stdout


def test_a_moment_in_french() -> None:
    found = tapis("fidpa", "--moment", "before", "--language", "fr")
    assert "avant le premier coup" in found.stdout
    assert "ne concerne pas la table" in found.stdout


def test_a_moment_for_machines() -> None:
    found = json.loads(tapis("ppc", "--moment", "paused", "--json").stdout)
    asked = [one for one in found if one["says"] == "asks"]
    assert {one["cell"]["moment"] for one in found} == {"paused"}
    assert all(one["asks"].startswith("seat ") for one in asked)


def test_trouble_alone_is_nothing_where_all_is_well() -> None:
    found = tapis("tda", "--moment", "before", "--trouble")
    assert found.exit_code == 0
    assert len(found.stdout.splitlines()) == 1


def test_a_cell_without_an_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "UNSAID", ())
    found = tapis("fidpa", "--moment", "before", "--trouble")
    assert found.exit_code == 1
    assert "before the first hand" in found.stdout


def test_a_moment_that_there_is_not() -> None:
    found = tapis("fidpa", "--moment", "tomorrow")
    assert found.exit_code == 2
    assert "tomorrow" in found.stderr


def test_all_has_words() -> None:
    assert set(MOMENTS) == set(SITUATIONS)
    assert set(ORIGINS) == set(matrix.ORIGINS)
    assert set(PLACES) == set(matrix.PLACES)
    assert set(MANY) == set(matrix.MANY)
    assert set(SAYS) == set(matrix.Says)
