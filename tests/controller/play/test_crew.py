"""Simulated hardware that fails is a failed scenario, and the next table gets new hardware."""

from pathlib import Path

import pytest

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
