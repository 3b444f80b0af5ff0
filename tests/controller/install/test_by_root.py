"""What root may install and uninstall, on a machine that is simulated."""

import os
import shutil
from pathlib import Path

import pytest

from controller.install import commands
from controller.install.layout import InstallOptions
from tests.controller.install.test_install import tapis


@pytest.fixture
def by_root(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the roots that are installed into or uninstalled, by a Tapis in a home folder."""
    roots: list[Path] = []

    def put(_: InstallOptions, root: Path, **_options: object) -> tuple[()]:
        roots.append(root)
        return ()

    def take(root: Path, **_options: object) -> tuple[tuple[()], tuple[()]]:
        roots.append(root)
        return (), ()

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(commands, "_command", lambda: str(Path("/home") / "anne" / "bin" / "tapis"))
    monkeypatch.setattr(commands, "_run", lambda *_: None)
    monkeypatch.setattr(commands, "install_files", put)
    monkeypatch.setattr(commands, "uninstall_files", take)
    return roots


def test_a_command_outside_home_may_be_named_where_tapis_runs_in_one(
    by_root: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: "/usr/sbin/mosquitto")
    told = tapis("install")
    assert "services have no access to home folders" in told.output
    assert by_root == []
    told = tapis("install", "--tapis", "/opt/tapis/bin/tapis")
    assert told.exit_code == 0, told.output
    assert by_root == [Path("/")]


def test_it_is_uninstalled_even_if_mosquitto_is_gone(
    by_root: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert "not installed: mosquitto" in tapis("install").output
    told = tapis("uninstall")
    assert told.exit_code == 0, told.output
    assert by_root == [Path("/")]
