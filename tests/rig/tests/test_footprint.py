"""The controller's cost: the recording matches the play, and `tapis run` replays it."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.observations import Observation
from controller.contract.public import PublicEvent
from controller.contract.scans import Scan
from controller.demo.script import HOUSE, SEATS, read_scripts
from controller.houses.loader import load_house
from controller.run.loop.runtime import Runtime
from controller.sensing.registry import load_registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.table.state.table import new_table
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.recording import read_recording
from tests.rig.footprint import DENOMINATIONS, SCENES, record


def test_a_recording_brings_the_events_of_the_play(tmp_path: Path) -> None:
    scripts = [script for script in read_scripts(SCENES) if script.hands]
    recorded = record(tmp_path, scripts, 30_000, "typical", 2)
    registry = load_registry(tmp_path / "tags.toml")
    sensing = Sensing(reference_layout(SEATS, Equipment(shoe=False)), registry, SETTINGS["typical"])
    table = new_table(SEATS, unit=min(DENOMINATIONS))
    events: list[PublicEvent] = []
    runtime = Runtime(load_house(HOUSE), table)
    runtime.public.append(lambda _, told: events.extend(told))
    for report in read_recording(tmp_path / "scans.jsonl"):
        seen: Sequence[Observation] = (
            sensing.scan(report) if isinstance(report, Scan) else (report,)
        )
        for observation in seen:
            runtime.observe(observation)
    assert tuple(event.type for event in events) == recorded.events
    assert "hand.ended" in recorded.events


def test_a_controller_in_play_is_small_and_idle() -> None:
    result = CliRunner().invoke(app, ["bench", "controller", "--seconds", "8", "--json"])
    assert result.exit_code == 0, result.output
    cost = json.loads(result.stdout)
    assert cost["same_events"]
    assert cost["events"] > 10
    assert 5 < cost["resident_mb"] < 80
    assert cost["irregularities"] == 0


@pytest.mark.parametrize(
    ("config", "why"),
    [
        ('hardware = "twin"\nrecording = "none.jsonl"', "there is no file none.jsonl"),
        ('recording = "table.toml"', "a recording can be played only on a simulated table"),
    ],
)
def test_a_recording_that_cannot_be_played_is_said(config: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'name = "1"\nseats = 2\nlayout = "reference"\n{config}\n', "utf-8")
    result = CliRunner().invoke(app, ["run", "--config", str(path)])
    assert result.exit_code == 2
    assert why in result.stderr
