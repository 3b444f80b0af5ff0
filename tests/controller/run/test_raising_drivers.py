"""A driver may raise anything, anywhere: its device is missing, told and tried again."""

import sys
from types import ModuleType

import pytest
import serial
from gpiozero.pins.mock import MockPin

from controller.config.devices import DeviceConfig
from controller.config.model import TableConfig
from controller.config.ring import FloorButtonConfig, RingConfig
from controller.contract.observations import Declared, DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan
from controller.run.loop.drivers import open_drivers, open_floor_button, open_ring
from controller.run.loop.failing_drivers import RetriedDriver, RetriedLeds
from controller.sensing.registry import Registry
from hardware.node.link import Link
from hardware.node.nodes import hear_nothing
from hardware.ports import PINS, DeviceStatus, Put, Report
from tests.mqtt import until

BUTTON = DeviceStatus("floor-button", "GPIO17", False, "", kind=PINS)


class Standin:
    """A driver that raises at one place until it is mended."""

    def __init__(self, broken: dict[str, bool]) -> None:
        self.broken = broken
        self.fail("open")

    def fail(self, place: str) -> None:
        """Raise where it is broken."""
        if self.broken.get(place):
            raise RuntimeError("Failed to add edge detection")

    def start(self, put: Put) -> None:
        """Report a press."""
        self.fail("start")
        self.put = put
        put(Declared(1, 0, "floor"))
        self.fail("end of start")

    def stop(self) -> None:
        """Stop."""
        self.fail("stop")


@pytest.mark.parametrize("place", ["open", "start"])
def test_a_driver_that_raises_is_missing_and_comes_back(place: str) -> None:
    broken, said = {place: True, "stop": True}, list[Report]()
    driver = RetriedDriver(
        (BUTTON,), lambda: Standin(broken), lambda: 7, zones=[("desk", "muck")], again_s=0.01
    )
    driver.try_to_open()
    driver.start(said.append)
    [status] = driver.statuses()
    assert (status.name, status.up) == ("floor-button", False)
    assert status.problem == "floor-button: RuntimeError: Failed to add edge detection"
    broken.clear()
    until(lambda: Declared(1, 0, "floor") in said)
    driver.stop()
    driver.stop()
    assert said[0] == DeviceLost(7, "desk", "muck")


@pytest.mark.parametrize("place", ["open", "start", "end of start"])
def test_a_driver_that_fails_again_and_again_is_told_as_missing_once(place: str) -> None:
    """Its zones are back once it has started, before what it reports itself."""
    broken, said, opened = {place: True}, list[Report](), list[Standin]()

    def open_one() -> Standin:
        opened.append(Standin(broken))
        return opened[-1]

    driver = RetriedDriver((BUTTON,), open_one, lambda: 7, zones=[("desk", "muck")], again_s=3600)
    driver.start(said.append)
    assert not any(driver.try_to_open() for _ in range(3))
    assert said == [DeviceLost(7, "desk", "muck")]
    broken.clear()
    assert driver.try_to_open()
    assert said[1:] == [DeviceBack(7, "desk", "muck"), Declared(1, 0, "floor")]
    opened[-1].put(Declared(2, 0, "floor"))
    driver.stop()
    assert said[3:] == [Declared(2, 0, "floor")]


def test_edge_detection_that_a_new_kernel_refuses_costs_the_button_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RPi.GPIO raises this from kernel 6.6 on (raspberrypi/linux 6037)."""

    def refuse(_pin: MockPin, _value: object) -> None:
        raise RuntimeError("Failed to add edge detection")

    with monkeypatch.context() as kernel:
        kernel.setattr(MockPin, "_set_edges", refuse)
        driver = open_floor_button(FloorButtonConfig(pin=17, pins="mock"), lambda: 0)
        driver.start(lambda _: None)
        assert isinstance(driver, RetriedDriver)
        [status] = driver.statuses()
        assert (status.up, "Failed to add edge detection" in status.problem) == (False, True)
    assert driver.try_to_open()
    assert driver.statuses()[0].up
    driver.stop()


@pytest.mark.parametrize("module", ["gpiozero", "smartcard"])
def test_a_library_that_raises_at_import_costs_its_device_alone(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    config = TableConfig(
        name="t", seats=2, hardware="devices",
        devices=(DeviceConfig(name="desk", kind="pcsc", port="ACS"),),
        ring=RingConfig(kind="apa102", leds=6, pins="mock"),
        floor_button=FloorButtonConfig(pin=17, pins="mock"),
    )  # fmt: skip

    class Raising(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise RuntimeError("can't open gpiochip")

    monkeypatch.setitem(sys.modules, module, Raising(module))
    for ours in ("hardware.pins.gpio", "hardware.readers.pcsc", "hardware.readers.scard"):
        monkeypatch.delitem(sys.modules, ours, raising=False)
    drivers = open_drivers(config, Registry(), lambda: 0)
    statuses = [one for driver in drivers for one in getattr(driver, "statuses", tuple)()]
    ring = open_ring(config, lambda: 0)
    assert ring is not None
    missing = {one.name: one.problem for one in statuses if "gpiochip" in one.problem}
    if module == "gpiozero":
        assert "gpiochip" in ring.problem
        assert set(missing) == {"floor-button"}
    else:
        assert set(missing) == {"desk"}


def test_without_the_readers_library_the_readers_zones_alone_are_blind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = TableConfig(
        name="t", seats=2, hardware="devices",
        devices=(
            DeviceConfig(name="desk", kind="pcsc", port="ACS"),
            DeviceConfig(name="west", kind="node", port="/dev/none"),
        ),
        antennas=(
            AntennaPlan(name="board", device="desk", zone="board", period=100),
            AntennaPlan(name="muck", device="west", zone="muck", period=100),
        ),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "hardware.readers.pcsc", None)
    said = list[Report]()
    drivers = open_drivers(config, Registry(), lambda: 0)
    [desk] = [one for one in drivers if isinstance(one, RetriedDriver) and one.name == "desk"]
    desk.start(said.append)
    desk.stop()
    assert said == [DeviceLost(0, "desk", "board")]


class Wires:
    """LEDs that raise while they are broken."""

    def __init__(self, broken: list[bool]) -> None:
        self.broken = broken
        self.leds = 1

    def show(self, frame: tuple[tuple[int, int, int], ...]) -> bool:
        """Show a frame."""
        if self.broken:
            raise RuntimeError("bad pin")
        return True

    def close(self) -> None:
        """Turn it off."""
        self.show(())


def test_a_ring_that_raises_while_it_is_drawn_is_told_and_drawn_again() -> None:
    now, broken = [0.0], list[bool]()
    ring = RetriedLeds(1, lambda: Wires(broken), ticks=lambda: now[0])
    dark = ((0, 0, 0),)
    assert (ring.show(dark), ring.problem) == (True, "")
    broken.append(True)
    assert (ring.show(dark), ring.problem) == (False, "RuntimeError: bad pin")
    broken.clear()
    assert not ring.show(dark)
    now[0] = 5.0
    assert (ring.show(dark), ring.problem) == (True, "")
    ring.close()


def test_what_fails_is_logged_once_and_opened_once_until_it_is_stopped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refused() -> Wires:
        raise RuntimeError("no pin")

    ring = RetriedLeds(1, refused, again_s=0.0)
    assert [ring.show(((0, 0, 0),)) for _ in range(3)] == [False] * 3
    broken, opened = {"open": True}, list[Standin]()

    def opening() -> Standin:
        opened.append(Standin(broken))
        return opened[-1]

    driver = RetriedDriver((BUTTON,), opening, lambda: 7)
    assert [driver.try_to_open() for _ in range(3)] == [False] * 3
    assert [one.message.partition(":")[0] for one in caplog.records] == ["ring", "floor-button"]
    broken.clear()
    assert [driver.try_to_open() for _ in range(3)] == [True] * 3
    assert len(opened) == 1
    late = RetriedDriver((BUTTON,), opening, lambda: 7)
    late.stop()
    assert not late.try_to_open()
    assert len(opened) == 1


class BadPort:
    """A port whose driver raises when it is asked for anything."""

    def fileno(self) -> int:
        """Raise."""
        raise RuntimeError("bad adapter")

    def close(self) -> None:
        """Close."""


@pytest.mark.parametrize("place", ["open", "read"])
def test_an_adapters_driver_that_raises_loses_its_node_alone(
    monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    tried: list[str] = []

    def opened(port: str, *_: object, **__: object) -> BadPort:
        tried.append(port)
        if place == "open":
            raise RuntimeError("bad adapter")
        return BadPort()

    monkeypatch.setattr(serial, "Serial", opened)
    link = Link("west", "/dev/none", lambda: 0, hear_nothing)
    link.start(lambda _: None)
    until(lambda: len(tried) > 1)
    assert link.alive()
    assert not link.status().up
    assert link.status().problem.startswith("west: the driver for /dev/none failed")
    assert "RuntimeError: bad adapter" in link.status().problem
    link.stop()
