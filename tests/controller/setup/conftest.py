"""Those who set a table up here speak English, whatever this machine speaks."""

from collections.abc import Iterator

import pytest

from tests.controller.setup.terminal import Terminal


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.close()
