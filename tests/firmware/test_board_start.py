"""What a board does from its start on: its file is read, its line opened, its loop run."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from firmware import main, slots
from firmware.link import messages, wire
from firmware.slots import Pointer

WRAP = 1 << 30
ENDS = 500
SLOTS = Path(slots.__file__)


class Off(BaseException):
    """Somebody has switched the board off."""


class Port:
    """A serial port of either kind, which nobody answers."""

    def __init__(self) -> None:
        self.said = b""
        self.options: dict[str, object] = {}
        self.takes: int | None = None

    def init(self, **options: object) -> None:
        """Be opened so."""
        self.options = options

    def write(self, data: bytes) -> int | None:
        """Take what there is room for; say nothing where there is none."""
        taken = data if self.takes is None else data[: self.takes]
        self.said += taken
        return len(taken) or None

    def any(self) -> int:
        """Return that nothing is there."""
        return 0

    def read(self, _count: int) -> None:
        """Give nothing."""


class Chip(ModuleType):
    """The module `machine` of a board with a ring of LEDs, and its ticks (ms), which soon wrap."""

    def __init__(self, port: Port) -> None:
        super().__init__("machine")
        self.port = port
        self.ms = WRAP - 9
        self.slept: list[int] = []

    def sleep_ms(self, ms: int) -> None:
        """Sleep, until the board is switched off."""
        self.slept.append(ms)
        self.ms += ms
        if self.ms > WRAP + ENDS:
            raise Off

    class Pin:
        """A pin."""

        OUT = 1

        def __init__(self, *_: object, **__: object) -> None:
            """Be there."""

    def bitstream(self, *_: object) -> None:
        """Light the LEDs."""

    def UART(self, _number: int, **options: object) -> Port:  # noqa: N802 - as on a board
        """Open a port."""
        self.port.init(**options)
        return self.port


@pytest.fixture(name="chip")
def _chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    chip = Chip(Port())
    monkeypatch.setitem(sys.modules, "machine", chip)
    for name, act in (
        ("sleep_ms", chip.sleep_ms), ("sleep_us", bool), ("ticks_us", int),
        ("ticks_ms", lambda: chip.ms % WRAP),
        ("ticks_diff", lambda after, before: (after - before) % WRAP),
    ):  # fmt: skip
        monkeypatch.setattr(time, name, act, raising=False)
    monkeypatch.setattr(os, "urandom", lambda count: bytes(range(1, count + 1)))
    return chip


def started(monkeypatch: pytest.MonkeyPatch, **more: object) -> None:
    """Run a board with such a role file until it is switched off."""
    role = {"node": "ring", "role": "ring", "data": 16, "leds": 4, **more}

    def opened(path: str) -> Any:
        assert path == "/role.json"
        return io.StringIO(json.dumps(role))

    monkeypatch.setattr(main, "open", opened, raising=False)
    with pytest.raises(Off):
        main.run(None, lambda: None)


def greetings(port: Port) -> list[messages.Hello]:
    """Return how a node has introduced itself, each time."""
    frames = wire.Decoder().feed(port.said)
    assert {frame.kind for frame in frames} == {wire.HELLO}
    hellos = [messages.read_hello(frame.payload) for frame in frames]
    return [hello for hello in hellos if hello is not None]


def test_a_board_says_at_once_who_it_is_and_never_sleeps_longer_than_a_millisecond(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own time begins at 0, and goes on when the ticks of its clock begin again."""
    started(monkeypatch)
    first, second, *_ = greetings(chip.port)
    assert (first.node, first.role, first.boot, first.now) == ("ring", "ring", 0x01020304, 0)
    assert 9 < second.now <= ENDS
    assert set(chip.slept) == {1}


@pytest.fixture(name="usb")
def _usb(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> Port:
    """Return the second port over USB, on a board with what that needs."""

    class Devices:
        """What has the board's own prompt besides."""

        @staticmethod
        def get() -> "Devices":
            """Return them."""
            return Devices()

        @staticmethod
        def init(port: Port, **options: object) -> None:
            """Show the port to the host."""
            assert (port, options) == (chip.port, {"builtin_driver": True})

    usb, device, cdc = ModuleType("usb"), ModuleType("usb.device"), ModuleType("usb.device.cdc")
    usb.device, device.get = device, Devices.get  # type: ignore[attr-defined]
    cdc.CDCInterface = lambda: chip.port  # type: ignore[attr-defined]
    for module in (usb, device, cdc):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return chip.port


def test_a_line_over_usb_waits_for_nothing(usb: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    started(monkeypatch, line={"kind": "usb"})
    assert usb.options == {"timeout": 0, "txbuf": main.FIFO, "rxbuf": main.FIFO}
    assert greetings(usb)[0].boot == 0x01020304


def test_a_line_over_usb_has_no_room_until_all_has_left(usb: Port) -> None:
    line = main.Usb()
    usb.takes = 3
    line.write(b"01234567", 0)
    usb.takes = 0
    assert (line.room(1), usb.said) == (0, b"012")
    usb.takes = 4
    assert (line.room(2), usb.said) == (0, b"0123456")
    assert (line.room(3), usb.said) == (main.FIFO, b"01234567")


def test_a_board_runs_the_copy_that_its_pointer_names_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "slots.py").write_bytes(SLOTS.read_bytes())
    (tmp_path / "machine.py").write_text("")
    for folder in ("", "a", "b"):
        (tmp_path / folder / "firmware").mkdir(parents=True)
        (tmp_path / folder / "firmware" / "__init__.py").write_text("")
        (tmp_path / folder / "firmware" / "main.py").write_text(
            f"def run(watchdog, confirm):\n    confirm()\n    print({folder!r}, watchdog)\n"
        )
    for copy in ("a", "b"):
        slots.save(Pointer(copy, "", 0, True), str(tmp_path))
        program = f"import slots; slots.launch({str(tmp_path)!r})"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True,
            check=True, env={},
        )  # fmt: skip
        assert done.stdout == f"{copy} None\n"
