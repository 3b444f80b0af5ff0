"""Ports by name, by their plug where adapters share a name, and by what their nodes say."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from controller.contract.scans import AntennaPlan, Scan
from hardware.node.link import Link
from hardware.node.nodes import Roll, open_node
from hardware.serial_ports import Whereabouts, serial_ports
from tests.hardware.cable import Cable
from tests.hardware.test_link import PROGRAM, Ear, now
from tests.hardware.twin_board import TwinBoard

NODES = ("east", "north", "west")
PLANS = tuple(AntennaPlan(f"a.{name}", "board", 100, device=name) for name in NODES)


def test_adapters_that_share_a_name_are_told_apart_by_their_plugs(tmp_path: Path) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    by_id.mkdir()
    assert serial_ports(by_id) == ()
    by_path.mkdir()
    for n in range(3):
        (tmp_path / f"ttyUSB{n}").touch()
        (by_path / f"pci-usb-0:{n}").symlink_to(tmp_path / f"ttyUSB{n}")
        (by_path / f"pci-usbv2-0:{n}").symlink_to(tmp_path / f"ttyUSB{n}")
    (by_id / "usb-1a86_USB_Serial").symlink_to(tmp_path / "ttyUSB1")
    assert [Path(port).name for port in serial_ports(by_id)] == [
        "usb-1a86_USB_Serial", "pci-usb-0:0", "pci-usb-0:2",
    ]  # fmt: skip


def test_a_node_is_looked_for_where_nobody_else_is() -> None:
    ports = ["/p/1", "/p/2", "/p/3", "/p/4"]
    where = Whereabouts({"a": "/p/1", "b": "/p/2"}, ["/p/3"], lambda _: ports)
    assert where.elsewhere("a", "/p/1") == "/p/4", "the others are somebody's"
    assert where.elsewhere("a", "/p/4") == "/p/1"
    where.heard("/p/2", "a")
    assert where.elsewhere("a", "/p/1") == "/p/2", "b's link hears that a is there"
    assert where.elsewhere("a", "/p/2", opened=False) == "/p/2", "b has not let go of it yet"
    assert where.elsewhere("b", "/p/2") == "/p/4"
    assert where.elsewhere("a", "/p/2") == "/p/1", "it is not there any more"
    ports.clear()
    assert where.elsewhere("a", "/p/1") == "/p/1"


@pytest.fixture
def plugs(tmp_path: Path) -> Iterator[list[Cable]]:
    """Three nodes on adapters of one name, which only one of them has; folders as udev's."""
    (tmp_path / "by-path").mkdir()
    cables = [
        Cable(TwinBoard(PROGRAM, {"role": "antennas", "id": name}), tmp_path / "by-path" / f"{n}")
        for n, name in enumerate(NODES)
    ]
    yield cables
    for cable in cables:
        cable.close()


def test_nodes_are_found_by_what_they_say_of_themselves_wherever_they_are(
    tmp_path: Path, plugs: list[Cable]
) -> None:
    """Every cable is in another plug than the config says, and then two change places."""
    folder = tmp_path / "by-path"
    homes = {name: str(folder / str((n + 1) % 3)) for n, name in enumerate(NODES)}
    where, ear = Whereabouts(homes), Ear()
    roll = Roll(nodes={name: name for name in NODES}, where=where)
    links: dict[str, Link] = {}
    for name in NODES:
        links[name] = open_node(name, homes[name], "antennas", now, roll, plans=PLANS)
        links[name].look_elsewhere(partial(where.elsewhere, name))

    def at(*ports: str) -> bool:
        return all(
            (links[name].port, links[name].up) == (str(folder / port), True)
            for name, port in zip(NODES, ports, strict=True)
        )

    try:
        for link in links.values():
            link.start(ear.put)
        ear.wait(lambda: at("0", "1", "2"))
        ear.wait(lambda: {one.antenna for one in ear.reports if isinstance(one, Scan)} == {
            plan.name for plan in PLANS
        })  # fmt: skip
        for cable in plugs[:2]:
            cable.unplug()
        plugs[0].path, plugs[1].path = plugs[1].path, plugs[0].path
        for cable in plugs[:2]:
            cable.plug()
        ear.wait(lambda: at("1", "0", "2"))
        assert links["east"].status().by_name
    finally:
        for link in links.values():
            link.stop()
