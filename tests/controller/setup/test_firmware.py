"""Putting the firmware on a board: mpremote at this end, a real MicroPython prompt at the other."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.scans import AntennaPlan
from controller.setup.firmware import NotInstalled, Prompt, install, stop_node, wait_for_hello
from firmware import slots
from firmware.link import wire
from hardware.keys import keyring, load_keys
from hardware.node.nodes import Roll, open_node
from hardware.twin.boards.rack import FOLDER
from tests.hardware.test_link import Ear, now

NODE = {"node": "seat-1", "role": "antennas", "antennas": 2, "baud": 115200}


class ShopBoard:
    """A board with MicroPython and nothing else, on a pty."""

    def __init__(self) -> None:
        node = shutil.which("node")
        assert node is not None
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._process = subprocess.Popen(
            [node, str(FOLDER / "prompt.mjs")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def close(self) -> None:
        """Switch it off."""
        os.write(self._wake, b".")
        self._thread.join(5)
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        for end in (self._ours, self._theirs, self._woken, self._wake):
            os.close(end)

    def _carry(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        tx, rx = self._process.stdout.fileno(), self._process.stdin.fileno()
        while True:
            ready, _, _ = select.select([self._ours, tx, self._woken], [], [])
            if self._woken in ready:
                return
            for end, other in ((self._ours, rx), (tx, self._ours)):
                if end in ready:
                    data = os.read(end, 4096)
                    if not data:
                        return
                    with contextlib.suppress(OSError):
                        os.write(other, data)


@pytest.fixture
def board() -> Iterator[ShopBoard]:
    board = ShopBoard()
    try:
        yield board
    finally:
        board.close()


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["firmware", "install", *arguments])
    return result.exit_code, result.output


def test_a_board_from_the_shop_becomes_a_node_and_is_updated(
    board: ShopBoard, tmp_path: Path
) -> None:
    config = ("--config", str(tmp_path / "table.toml"))
    new = ("--node", "seat-1", "--role", "antennas", "--antennas", "2")
    code, output = run(board.port, *new, *config)
    assert code == 0, output
    assert "seat-1 has a new key" in output
    assert "seat-1 (antennas) is running firmware" in output
    file = tmp_path / "node-keys"
    assert file.stat().st_mode & 0o777 == 0o600
    keys = load_keys(file)
    assert len(keys["seat-1"]) == 16
    assert keys["seat-1"].hex() not in output
    # The second time it goes into the other folder, and the board knows what it is.
    code, output = run(board.port, *config)
    assert code == 0, output
    assert "in folder b" in output
    assert "seat-1 (antennas) is running firmware" in output
    assert "key" not in output
    assert load_keys(file) == keys
    # The table knows it by its key, and its files are this controller's own.
    plans = [AntennaPlan(name, "board", 100, device="seat-1") for name in ("a", "b")]
    ear, roll = Ear(), Roll(keyring(keys, required=True))
    link = open_node("seat-1", board.port, "antennas", now, roll, plans=plans)
    link.start(ear.put)
    try:
        ear.wait(lambda: wire.COMMAND in {frame.kind for frame in link.frames()})
        assert (link.status().proof, link.status().problem) == ("proven", "")
    finally:
        link.stop()
    prompt = stop_node(board.port, print)
    pointer = slots.read(prompt.read(slots.POINTER) or "")
    assert pointer == slots.Pointer("b", "a", 0, True)
    assert json.loads(prompt.read("/role.json") or "") == {**NODE, "chip": "pn5180"}
    # A copy that does not come up is undone: the node is back with the one before.
    prompt.write({"/a/firmware/node.py": b"raise ValueError('a bad update')\n"}, print)
    switched = slots.switched(pointer, "a")
    prompt.swap(slots.POINTER, slots.text_of(switched).encode())
    prompt.reset()
    hello = wait_for_hello(board.port, 115200, 60, keyring(keys, required=True))
    assert hello.node == "seat-1"
    # Nobody else's controller is told anything but that.
    with pytest.raises(NotInstalled, match='node "seat-1" has a key that this controller does'):
        wait_for_hello(board.port, 115200, 3)
    prompt = stop_node(board.port, print)
    assert slots.read(prompt.read(slots.POINTER) or "") == slots.Pointer("b", "", 0, True)
    assert prompt.read("/node.key") == keys["seat-1"].hex()
    prompt.close()


@pytest.mark.parametrize("role", ["", "{ torn", "[]", '{"role": "seat"}'])
def test_a_board_whose_role_is_torn_needs_one(tmp_path: Path, role: str) -> None:
    board = cast("Prompt", SimpleNamespace(port="/dev/board", read=lambda _path: role))
    with pytest.raises(NotInstalled, match="/dev/board: the board has no role yet"):
        install(board, {}, tmp_path / "node-keys", print)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    new = ("--node", "seat-1", "--role", "antennas", "--config", str(tmp_path / "table.toml"))
    code, output = run("/dev/serial/by-id/none", *new)
    assert code == 2
    assert "/dev/serial/by-id/none does not exist: plug the device in" in output
    code, output = run("/dev/null", "--node", "Seat 1", "--role", "seat")
    assert code == 2
    assert '"Seat 1" is not a node id' in output
    file = tmp_path / "role.json"
    file.write_text('{"node": "seat-1", "role": "dealer"}')
    code, output = run("/dev/null", "--role-file", str(file))
    assert code == 2
    assert '"dealer" is not a role: use antennas, seat, shoe, ring' in output
    for text, said in (
        ("[1]", "a role file is a JSON object"),
        ("{}", '"" is not a role'),
        ('{"node": "seat-1", "role": ["seat"]}', "is not a role"),
    ):
        file.write_text(text)
        code, output = run("/dev/null", "--role-file", str(file))
        assert (code, said in output) == (2, True), output
