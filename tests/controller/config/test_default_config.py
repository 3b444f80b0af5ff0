"""Which config a command means: the folder's own one comes first."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.config.default_config import HERE, config_file, config_to_make


def test_the_machines_config_is_meant_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, system = tmp_path / "here", tmp_path / "etc"
    here.mkdir()
    monkeypatch.chdir(here)
    assert config_file(HERE, system) == HERE
    assert config_to_make(HERE, system) == HERE
    system.mkdir()
    assert config_file(HERE, system) == HERE
    assert config_to_make(HERE, system) == system / "table.toml"
    (system / "table.toml").touch()
    assert config_file(HERE, system) == system / "table.toml"
    assert config_file(Path("other.toml"), system) == Path("other.toml")
    HERE.touch()
    assert config_file(HERE, system) == HERE
    assert config_to_make(HERE, system) == HERE


@pytest.mark.parametrize(
    "words",
    ["backup to", "byhand", "calibrate", "deck health", "devices", "devices log", "enroll show",
     "floor badge Anne", "floor pin", "floor token Anne", "run", "stream pages"],
)  # fmt: skip
def test_every_command_for_a_table_means_the_machines_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    here, system = tmp_path / "here", tmp_path / "etc"
    here.mkdir()
    system.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(config_file, "__defaults__", (system,))
    (system / "table.toml").write_text("seats = 99\n")
    told = CliRunner().invoke(app, words.split())
    assert told.exit_code == 2, told.output
    assert f"{system}/table.toml:1: seats" in told.output
