"""A screen under systemd says that it is up, and that it still moves."""

import socket
from pathlib import Path

import pytest

from display.alive import ServiceWatchdog


def test_a_screen_says_that_it_is_up_and_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "3000")  # so every millisecond
        alive = ServiceWatchdog()
        assert not alive.is_set()
        assert systemd.recv(100) == b"READY=1"
        systemd.setblocking(False)
        heard = b""
        while not heard:
            assert not alive.is_set()
            try:
                heard = systemd.recv(100)
            except BlockingIOError:
                continue
        assert heard == b"WATCHDOG=1"


def test_without_systemd_it_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not ServiceWatchdog().is_set()
