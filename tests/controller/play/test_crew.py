"""What scenarios are played with: hardware that may fail, and houses that a club has installed."""

from pathlib import Path

import pytest

from controller.houses import loader
from controller.play import crew
from controller.play.crew import PlayOptions, play_file
from hardware.twin.boards.rack import RackFailed


def test_hardware_that_does_not_start_is_a_failed_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> None:
        raise RackFailed("the process of the simulated boards has exited")

    monkeypatch.setattr(crew, "own_wiring", broken)
    monkeypatch.setattr(crew, "WIRING", [])
    path = tmp_path / "two.scn"
    path.write_text("seat 1 Anne 100 ; seat 2 Bruno 100", "utf-8")
    (failure,) = play_file(path, PlayOptions("wire")).failures
    assert failure.statement == "(the hardware)"
    assert "has exited" in failure.why


def test_a_scenario_may_name_a_house_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A practice table at the club's rules names them so in what it saves."""
    monkeypatch.setattr(loader, "INSTALLED", tmp_path)
    (tmp_path / "club.toml").write_text('name = "club"\ntitle = "C"\ninherits = "ppc"\n', "utf-8")
    path = tmp_path / "two.scn"
    path.write_text("house club\nseat 1 Anne 100 ; seat 2 Bruno 100\nbutton 1\nhand", "utf-8")
    assert play_file(path, PlayOptions()).failures == ()
