"""Which config a command means: the folder's own one comes first."""

from pathlib import Path

import pytest

from controller.setup.default_config import HERE, config_file, config_to_make


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
