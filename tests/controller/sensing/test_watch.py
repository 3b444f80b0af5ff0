"""Antennas that fall silent or whose node is lost: which zones go blind, and when they are back."""

import pytest

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.sensing.watch import RATED_OVER, SILENT, AntennaWatch

PLANS = (
    AntennaPlan("left", "board", 100, device="node"),
    AntennaPlan("right", "board", 100, device="node"),
    AntennaPlan("pot", "pot", 2000),
)


def watch(frame: int = 0, plans: tuple[AntennaPlan, ...] = PLANS) -> AntennaWatch:
    """Return a watch over a table's antennas that begins at 0 ms."""
    return AntennaWatch(plans, Sensing(plans, Registry({}), SETTINGS["typical"]), 0, frame)


def test_a_zone_is_blind_with_its_first_antenna_and_read_again_with_its_last() -> None:
    one = watch()
    assert one.device(DeviceLost(5, "left")) == (DeviceLost(5, "left", "board"),)
    assert one.device(DeviceLost(6, "right")) == (DeviceLost(6, "right"),)
    assert one.lost() == {"left", "right"}
    assert one.device(DeviceBack(7, "left")) == (DeviceBack(7, "left"),)
    assert one.device(DeviceBack(8, "left")) == (DeviceBack(8, "left"),)
    assert one.device(DeviceBack(9, "right")) == (DeviceBack(9, "right", "board"),)
    assert one.devices == {"left": True, "right": True}
    assert not one.lost()


def test_a_lost_node_is_told_itself_and_then_with_each_zone_once() -> None:
    one = watch()
    assert one.device(DeviceLost(5, "node")) == (
        DeviceLost(5, "node"), DeviceLost(5, "left", "board"),
    )  # fmt: skip
    assert one.devices == {"node": False, "left": False, "right": False}
    assert one.device(DeviceBack(9, "node")) == (
        DeviceBack(9, "node"), DeviceBack(9, "right", "board"),
    )  # fmt: skip
    assert not one.lost()


@pytest.mark.parametrize(
    ("frame", "name", "patience"),
    [(0, "left", SILENT), (0, "pot", 20_000), (100, "left", 60 * 100)],
)
def test_an_antenna_is_silent_after_the_longest_of_its_limits(
    frame: int, name: str, patience: int
) -> None:
    one = watch(frame, tuple(plan for plan in PLANS if plan.name == name))
    zone = "pot" if name == "pot" else "board"
    assert not one.scanned(name, 10)
    assert not one.silent(10 + patience)
    assert not one.problems
    assert one.silent(11 + patience) == (DeviceLost(11 + patience, name, zone),)
    assert [*one.problems] == [name]
    device = "node" if name == "left" else "the table"
    assert str(one.problems[name]).startswith(f'{device}: antenna "{name}" is not being read')
    assert not one.silent(12 + patience), "it is told once"
    assert one.scanned(name, 50_000) == (DeviceBack(50_000, name, zone),)
    assert not one.problems
    assert not one.scanned(name, 50_001)


def test_a_zone_is_read_once_all_its_antennas_are_and_none_is_lost() -> None:
    one = watch()
    assert one.has("left")
    assert not one.has("board")
    assert one.zones_read() == frozenset()
    one.scanned("left", 1)
    one.scanned("pot", 1)
    assert one.zones_read() == {"pot"}
    assert one.recovered(("board", "pot"), 3) == (DeviceBack(3, "pot", "pot"),)
    one.scanned("right", 2)
    assert one.zones_read() == {"board", "pot"}
    assert one.recovered(("board",), 3) == (DeviceBack(3, "left", "board"),)
    one.device(DeviceLost(4, "right"))
    assert one.zones_read() == {"pot"}


def test_rates_are_those_of_the_last_whole_second() -> None:
    one = watch()
    for at in (100, 200, 300, 400):
        one.scanned("left", at)
    assert one.rates(RATED_OVER - 1)["left"] == 0
    assert one.rates(RATED_OVER) == {"left": 4, "right": 0, "pot": 0}
    one.scanned("left", 1100)
    assert one.rates(2 * RATED_OVER - 1)["left"] == 4
    assert one.rates(2 * RATED_OVER) == {"left": 1, "right": 0, "pot": 0}
