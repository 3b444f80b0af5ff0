"""`tapis devices`: what is there and how it is, from a running controller and without one."""

import json
import os
import socket
import stat
import tty
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.run.loop.daemon import Daemon
from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import DevicesView, frames_of
from firmware.link import wire
from hardware.node.link import Link
from hardware.node.nodes import hear_nothing
from tests.controller.run.test_drivers import Felt, playing, the_link
from tests.mqtt import until


@pytest.fixture
def felt(tmp_path: Path) -> Iterator[Felt]:
    felt = Felt(tmp_path)
    yield felt
    for cable in felt.cables.values():
        cable.close()


@pytest.fixture
def running(felt: Felt) -> Iterator[Daemon]:
    """A table with a node that is there and one that isn't."""
    felt.plug("west", firmware="0.0.1")
    daemon = Daemon(felt.config(west="antennas", anne="seat"), broker=False)
    with playing(daemon):
        assert daemon.ready.wait(60)
        until(lambda: the_link(daemon.drivers, "west").up, 60)
        until(lambda: view_of(daemon).antennas[0].scans > 5, 60)
        yield daemon


def tapis(felt: Felt, *words: str) -> Result:
    """Return what `tapis devices` says of a table."""
    arguments = ["devices", *words, "--config", str(felt.folder / "table.toml")]
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160", "NO_COLOR": "1"})


def view_of(daemon: Daemon) -> DevicesView:
    answer = ask(socket_of(daemon.config), Question("devices"))
    assert answer is not None
    return msgspec.json.decode(answer, type=DevicesView)


def test_a_running_controller_says_how_its_devices_are(felt: Felt, running: Daemon) -> None:
    told = tapis(felt, "--json")
    assert told.exit_code == 1, told.output
    view = json.loads(told.stdout)
    assert (view["table"], view["running"]) == ("t", True)
    west, anne = view["devices"]
    assert (west["name"], west["up"], west["node"], west["role"], west["firmware"]) == (
        "west", True, "west", "antennas", "0.0.1",
    )  # fmt: skip
    assert west["port"] == f"{felt.folder}/usb-west"
    assert west["frames"] > 10
    assert "tapis firmware install PORT" in west["problem"]
    assert not anne["up"]
    assert "plug the device in" in anne["problem"]
    assert [one["name"] for one in view["antennas"]] == ["hand.1", "hand.2", "board", "muck"]
    assert all(5 < one["scans"] < 20 for one in view["antennas"])
    shown = tapis(felt)
    assert shown.exit_code == 1
    assert "anne: /" in shown.output
    assert "\x1b" not in shown.output
    assert "E004" not in told.output + shown.output


@pytest.mark.parametrize("runs", [False, True])
def test_what_hangs_on_the_pis_own_pins_is_a_device_too(
    felt: Felt, monkeypatch: pytest.MonkeyPatch, *, runs: bool
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-pins")
    felt.plug("west")
    felt.config(west="antennas")
    path = felt.folder / "table.toml"
    pins = '[ring]\nkind = "apa102"\npins = "mock"\n[floor_button]\npin = 17\n'
    path.write_text(path.read_text().replace("[[devices]]", f"{pins}[[devices]]", 1))
    with ExitStack() as stack:
        if runs:
            daemon = Daemon(load_config(path), broker=False)
            stack.enter_context(playing(daemon))
            assert daemon.ready.wait(60)
            names = {one.device: one.ok for one in daemon.health().devices}
            # Its antennas are there as soon as the node has said what it has.
            assert "west" in names
            assert (names["ring"], names["floor-button"]) == (True, False)
        told = tapis(felt, "--json")
    assert told.exit_code == 1
    west, button, ring = json.loads(told.stdout)["devices"]
    assert (ring["name"], ring["kind"], ring["port"], ring["up"]) == (
        "ring", "pins", "GPIO11 and GPIO10", True,
    )  # fmt: skip
    assert (button["name"], button["port"], button["up"]) == ("floor-button", "GPIO17", False)
    assert "remove [floor_button] from table.toml" in button["problem"]
    assert west["name"] == "west"


def test_the_log_shows_the_last_frames_and_no_tag(felt: Felt, running: Daemon) -> None:
    told = tapis(felt, "log", "west")
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert len(lines) > 20
    assert any("<- SNAPSHOT" in line and "antenna 2" in line for line in lines)
    assert any("-> COMMAND" in line and "config" in line for line in lines)
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert "E004" not in told.output
    frames = [json.loads(line) for line in tapis(felt, "log", "--json").stdout.splitlines()]
    assert {frame["way"] for frame in frames} == {"in", "out"}
    wrong = tapis(felt, "log", "east")
    assert wrong.exit_code == 2
    assert 'no node is called "east"; known nodes: west, anne' in wrong.output


def test_the_socket_is_its_owners_alone_and_outlives_whoever_misuses_it(running: Daemon) -> None:
    path = socket_of(running.config)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    folder = os.open(path.parent, os.O_PATH)
    for said in (b"\x00\xff\n", b'{"ask": "cards"}\n', b"[" * 100_000, b'{"ask": "devices"'):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(f"/proc/self/fd/{folder}/{path.name}")
            try:
                line.sendall(said)
                line.shutdown(socket.SHUT_WR)
                assert line.recv(10_000) == b""
            except (BrokenPipeError, ConnectionResetError):
                pass
    os.close(folder)
    assert view_of(running).running


def test_without_a_controller_the_devices_are_opened_for_a_moment(felt: Felt) -> None:
    felt.plug("west")
    config = felt.config(west="antennas")
    assert ask(socket_of(config), Question("devices")) is None
    told = ""

    def all_there() -> bool:
        nonlocal told
        told = tapis(felt).output
        assert "No controller is running at table t, so its devices were opened for 3 s." in told
        return told.count(" yes ") == 5

    # A board that has just been plugged in takes longer to start on a busy machine.
    until(all_there, 60)
    view = json.loads(tapis(felt, "--json").stdout)
    assert not view["running"]
    assert all(one["scans"] > 3 for one in view["antennas"])


def test_an_installed_tables_socket_lies_in_run(felt: Felt) -> None:
    config = msgspec.structs.replace(felt.config(west="antennas"), journal="/var/lib/tapis/t.db")
    assert socket_of(config) == Path("/run/tapis/t.sock")


def test_a_frame_that_has_no_name_yet_is_told_by_its_number() -> None:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    link = Link("west", os.ttyname(theirs), lambda: 0, hear_nothing)
    link.start(lambda _: None)
    until(lambda: link.reading)
    for kind, part in ((wire.LOG, 0), (wire.LOG + 1, 0), (wire.COMMAND, 3), (wire.COMMAND, 4)):
        os.write(ours, wire.encode(kind, 7, bytes((part,))))

    def heard() -> list[tuple[str, str]]:
        frames = frames_of((link,), "west", lambda: 0)
        return [(one.kind, one.about) for one in frames if one.way == "in"]

    until(lambda: len(heard()) == 4)
    link.stop()
    os.close(ours)
    os.close(theirs)
    assert heard() == [("LOG", ""), ("kind 12", ""), ("COMMAND", "config"), ("COMMAND", "")]
