"""The house files of the documentation hold, and what they say is played."""

from pathlib import Path

import pytest

from controller.admin.house_files.houses import check_file
from controller.play.crew import PlayOptions, play_file
from controller.play.game import Depth

HOUSES = Path(__file__).parents[1] / "docs" / "houses"
SCENARIOS = sorted(HOUSES.rglob("*.scn"))


@pytest.mark.parametrize("path", sorted(HOUSES.glob("*.toml")), ids=lambda path: path.stem)
def test_a_house_of_the_documents_holds(path: Path) -> None:
    assert check_file(path)[0] == ()
    assert any(one.parent == path.with_suffix("") for one in SCENARIOS)


@pytest.mark.parametrize("depth", ["engine", "sensed"])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_what_it_says_is_played(path: Path, depth: Depth) -> None:
    outcome = play_file(path, PlayOptions(depth))
    assert not outcome.failures
    assert outcome.expectations
