"""The room's core as a service: what systemd hears of it, and who may come to its desk."""

import grp
import logging
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from controller.venue.core.config import PAGES, SYSTEM_DATA, SYSTEM_RUN, RoomBroker, VenueConfig
from display.web import command
from hardware.free_ports import free_port
from tests.controller.install.on_hub import cored
from tests.controller.venue.core.rooms import broker_in

RUN = "from controller.cli import app; app()"
UNITS = Path(__file__).parents[4] / "controller" / "install" / "files" / "units"


def test_systemd_hears_that_it_is_ready_goes_on_and_ends(tmp_path: Path) -> None:
    config = tmp_path / "venue.toml"
    config.write_text(f'name = "club"\n[broker]\nport = {free_port()}\n')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(60)
        about = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, "venue", "run", "--config", str(config)],
            env={**os.environ, **about},
        )
        try:
            said = [heard.recv(1000).decode() for _ in range(3)]
            assert said[0].startswith("READY=1\nSTATUS=room club")
            assert said[1:] == ["WATCHDOG=1"] * 2
            process.send_signal(signal.SIGTERM)
            while said[-1] != "STOPPING=1":
                said.append(heard.recv(1000).decode())
            assert process.wait(30) == 0
        finally:
            process.kill()


def test_the_desk_is_for_its_group_too_and_without_one_for_its_owner(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = tmp_path / "desk.sock"
    mine = grp.getgrgid(os.getgid()).gr_name
    with broker_in(tmp_path) as broker:
        for group, mode in ((mine, 0o660), ("", 0o600), ("nobody-of-that-name", 0o600)):
            config = VenueConfig(
                "club", database=str(tmp_path / "venue.db"), desk=str(desk), desk_group=group,
                broker=RoomBroker(port=broker.port),
            )  # fmt: skip
            with cored(config):
                assert stat.S_IMODE(desk.stat().st_mode) == mode
    warned = [one.message for one in caplog.records if one.levelno == logging.WARNING]
    assert [one for one in warned if "there is no group nobody-of-that-name here" in one]


def test_the_units_have_the_folders_and_the_group_that_the_code_means() -> None:
    unit = (UNITS / "tapis-venue.service").read_text()
    for key, folder in (("StateDirectory", SYSTEM_DATA), ("RuntimeDirectory", SYSTEM_RUN)):
        assert f"\n{key}={folder.name}\n" in unit
    assert command.RUN == SYSTEM_RUN
    assert f"\nGroup={PAGES}\n" in (UNITS / "tapis-venue-page.service").read_text()


def test_a_desk_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / "venue.toml"
    (tmp_path / "file").write_text("")
    config.write_text(f'name = "club"\ndesk = "file/desk.sock"\n[broker]\nport = {free_port()}\n')
    told = subprocess.run(
        [sys.executable, "-c", RUN, "venue", "run", "--config", str(config)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert f"the desk's socket {tmp_path}/file/desk.sock can't be opened: " in told.stderr
