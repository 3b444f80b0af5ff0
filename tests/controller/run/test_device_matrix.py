"""Each kind of device with a driver that raises at each place: told, played without, and back.

| place | what raises |
| --- | --- |
| import | the driver's library, while it is imported |
| open | the port, the pin, the reader's context |
| read | a read of it, or a write to LEDs |
| callback | a read, and what is called to let go of it |

All devices of a table are wrong at once, so the table plays by keys alone.
"""

import importlib.abc
import os
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import msgspec
import pytest
import serial
from gpiozero.pins.mock import MockPin

from controller.config.model import TableConfig, load_config
from controller.contract.commands import StartHand
from controller.contract.observations import Declared, FloorSaid
from controller.contract.public import ActionMade, HandStarted, PublicEvent
from controller.run.loop.daemon import Daemon
from controller.run.loop.failing_drivers import RetriedDriver, RetriedLeds
from controller.run.sockets.control_socket import Question, ask, socket_of
from controller.run.upkeep.devices import DevicesView
from firmware.node import VERSION
from hardware.pins import gpio
from hardware.ports import DeviceStatus, wall_ticks
from hardware.readers import pcsc, scard
from tests.controller.run.test_drivers import Felt, playing
from tests.hardware.pepper_reader import PepperPty, TwinPepper
from tests.mqtt import until

SPEED = 6
"""Table time passes this many times as fast as on the wall."""

PLACES = ("import", "open", "read", "callback")

KINDS = {
    "west": "a node of role antennas",
    "anne": "a node of role seat",
    "tray": "a device that sends lines of JSON",
    "mux": "a Pepper C1 MUX",
    "desk": "a PC/SC reader",
    "floor-button": "a button on the Pi's own pins",
    "ring": "LEDs on the Pi's own pins",
}
"""The devices of the table, by name."""

LIBRARIES = ("serial", "gpiozero", gpio.__name__, pcsc.__name__)
"""What is imported to open a device. The reader's own library stays: a stand-in is behind it."""


class Broken(RuntimeError):
    """What a driver raises."""


class Trouble:
    """The place at which every driver raises; "" once they work."""

    def __init__(self, place: str) -> None:
        self.place = place

    def at(self, *places: str) -> None:
        """Raise if this is such a place."""
        if self.place in places:
            raise Broken("bad driver")


def is_library(name: str) -> bool:
    """Return whether a module belongs to a driver."""
    return name.partition(".")[0] in LIBRARIES or name in LIBRARIES


class BrokenImports(importlib.abc.MetaPathFinder):
    """Finds the drivers' libraries first, and raises."""

    def __init__(self, trouble: Trouble) -> None:
        self._trouble = trouble

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise for a library of a driver."""
        if is_library(name):
            self._trouble.at("import")
        return None


class Port(serial.Serial):
    """A real serial port whose driver raises."""

    trouble: Trouble

    def open(self) -> None:
        """Open it."""
        self.trouble.at("open")
        super().open()

    def read(self, size: int = 1) -> bytes:
        """Read."""
        self.trouble.at("read", "callback")
        return bytes(super().read(size))

    def fileno(self) -> int:
        """Return what a link waits for."""
        self.trouble.at("read", "callback")
        return int(super().fileno())

    def close(self) -> None:
        """Close it."""
        super().close()
        self.trouble.at("callback")


class Reader:
    """pcscd's context, the only reader at it, and the card on it."""

    trouble: Trouble

    def __init__(self) -> None:
        self.trouble.at("open")

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let it go."""
        self.close()

    def readers(self) -> Sequence[str]:
        """Return the readers."""
        self.trouble.at("callback")
        return ("ACS reader",)

    def wait(self, states: Mapping[str, int], ms: int) -> dict[str, int]:
        """Return what has changed."""
        threading.Event().wait(min(ms, 20) / 1000)
        return {name: 0x20 for name, state in states.items() if name == "ACS reader" and not state}

    def connect(self, _reader: str) -> "Reader":
        """Return the card."""
        return self

    def transmit(self, _command: bytes) -> bytes:
        """Return a uid."""
        self.trouble.at("read", "callback")
        return bytes.fromhex("04A1B2C3D4E5F69000")

    def start_anew(self) -> None:
        """Switch the field off and on."""

    def cancel(self) -> None:
        """End a wait."""

    def close(self) -> None:
        """Let it go."""
        self.trouble.at("callback")


class Told:
    """A pty on which lines of JSON are said."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._stopping.set()
        self._thread.join(5)
        os.close(self._ours)
        os.close(self._theirs)

    def _run(self) -> None:
        os.set_blocking(self._ours, False)
        while not self._stopping.wait(0.05):
            with suppress(BlockingIOError):
                os.write(self._ours, b'{"antenna": 1, "uids": []}\n')


def break_all(patch: pytest.MonkeyPatch, trouble: Trouble) -> None:
    """Have every driver raise where the trouble is."""
    patch.setattr(sys, "meta_path", [BrokenImports(trouble), *sys.meta_path])
    patch.setattr(Reader, "trouble", trouble, raising=False)
    patch.setattr(scard, "Context", Reader)
    patch.setattr(pcsc, "Context", Reader)
    if trouble.place == "import":
        for name in [one for one in sys.modules if is_library(one)]:
            patch.delitem(sys.modules, name)
        return
    patch.setattr(Port, "trouble", trouble, raising=False)
    patch.setattr(serial, "Serial", Port)

    def raising(name: str, *places: str) -> None:
        before: Any = getattr(MockPin, name)

        def changed(pin: MockPin, *values: object) -> object:
            trouble.at(*places)
            return before(pin, *values)

        patch.setattr(MockPin, name, changed)

    raising("_set_function", "open")
    raising("_get_state", "read", "callback")
    raising("_set_state", "read", "callback")
    raising("close", "callback")


@pytest.fixture
def felt(tmp_path: Path) -> Iterator[Felt]:
    felt = Felt(tmp_path)
    felt.plug("west", firmware=VERSION, antennas=3)
    felt.plug("anne", firmware=VERSION, role="seat")
    yield felt
    for cable in felt.cables.values():
        cable.close()


def config_of(felt: Felt, tray: str, mux: str) -> TableConfig:
    """Return the config of a table with a device of each kind."""
    felt.antennas = [("hand.1", "west"), ("hand.2", "west"), ("board", "west")]
    felt.config(west="antennas", anne="seat")
    path = felt.folder / "table.toml"
    lines = ["[ring]", 'kind = "apa102"', "leds = 6", 'pins = "mock"']
    lines += ["[floor_button]", "pin = 17", 'pins = "mock"']
    lines += [
        f'[[players]]\nseat = {seat}\nname = "{name}"\nstack = 5000'
        for seat, name in ((1, "Anne"), (2, "Bruno"))
    ]
    for name, kind, port in (
        ("tray", "lines", tray), ("mux", "pepper", mux), ("desk", "pcsc", "ACS reader"),
    ):  # fmt: skip
        lines += ["[[devices]]", f'name = "{name}"', f'kind = "{kind}"', f'port = "{port}"']
    for zone, device in (("muck", "mux"), ("burn", "tray"), ("desk", "desk")):
        lines += ["[[antennas]]", f'name = "{zone}"', f'zone = "{zone}"', "period = 100"]
        lines += [f'device = "{device}"']
    path.write_text(path.read_text() + "\n" + "\n".join(lines))
    return load_config(path)


def devices(daemon: Daemon) -> dict[str, DeviceStatus]:
    """Return what the table says of its devices."""
    answer = ask(socket_of(daemon.config), Question("devices"))
    assert answer is not None
    return {one.name: one for one in msgspec.json.decode(answer, type=DevicesView).devices}


def came_to(left: Callable[[], object]) -> None:
    """Wait until nothing is left; what is left is shown otherwise."""
    try:
        until(lambda: not left(), 15)
    except AssertionError:
        assert not left()


# gpiozero's own destructor raises as well, for a pin that could not be opened.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("place", PLACES)
def test_every_device_fails_and_the_table_plays_names_each_and_has_them_back(
    monkeypatch: pytest.MonkeyPatch, felt: Felt, place: str
) -> None:
    for retried in (RetriedDriver, RetriedLeds):
        ways: dict[str, object] = vars(retried)["__init__"].__kwdefaults__
        monkeypatch.setitem(ways, "again_s", 0.05)
    events: list[PublicEvent] = []
    trouble = Trouble(place)
    with ExitStack() as plugs, monkeypatch.context() as patch:
        told = plugs.enter_context(Told())
        pepper = plugs.enter_context(PepperPty(TwinPepper([lambda: ()])))
        break_all(patch, trouble)
        config = config_of(felt, told.port, pepper.port)
        daemon = Daemon(config, broker=False, ticks=lambda: wall_ticks() * SPEED, speed=SPEED)
        daemon.runtime.public.append(lambda _, new: events.extend(new))
        with playing(daemon):
            assert daemon.ready.wait(30)

            def named() -> set[str]:
                return {name for name, one in devices(daemon).items() if "Broken" in one.problem}

            came_to(lambda: set(KINDS) - named())
            assert set(KINDS) == set(devices(daemon))
            assert daemon.runtime.table.devices.blind_zones
            start = msgspec.json.encode(StartHand()).decode()
            daemon.put(FloorSaid(daemon.clock(), "floor", start))
            until(lambda: any(isinstance(one, HandStarted) for one in events), 15)
            daemon.put(Declared(daemon.clock(), 1, "call"))
            until(lambda: any(isinstance(one, ActionMade) for one in events), 15)
            trouble.place = ""
            came_to(
                lambda: (
                    set(KINDS)
                    ^ {
                        one.name if one.up and not one.problem else f"{one.name}: {one.problem}"
                        for one in devices(daemon).values()
                    }
                )
            )
            came_to(lambda: daemon.runtime.table.devices.blind_zones)


def test_tapis_run_names_every_device_that_is_wrong_and_goes_on(felt: Felt) -> None:
    """No port, no pins and no reader is there, as at a table that was set up elsewhere."""
    for cable in felt.cables.values():
        cable.close()
    config = config_of(felt, "/dev/serial/by-id/usb-none", "/dev/serial/by-id/usb-nor-that")
    path = felt.folder / "table.toml"
    path.write_text(path.read_text().replace('pins = "mock"', 'pins = "auto"'))
    command = [sys.executable, "-c", "from controller.cli import app; app()", "run"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("GPIOZERO")}
    with subprocess.Popen(
        [*command, "--config", str(path)], env=own, stderr=subprocess.DEVNULL
    ) as running:
        try:

            def left() -> set[str]:
                answer = ask(socket_of(config), Question("devices"))
                seen = msgspec.json.decode(answer, type=DevicesView).devices if answer else ()
                return set(KINDS) - {one.name for one in seen if one.problem and not one.up}

            came_to(left)
            assert running.poll() is None
        finally:
            running.terminate()
    assert running.returncode == 0
