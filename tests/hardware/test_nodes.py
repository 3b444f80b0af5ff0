"""Antenna nodes become scans; nodes that are not what they should be are named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.contract.observations import DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.node.link import Happened, Link, Read
from hardware.node.nodes import AntennaNode, Roll, open_node
from tests.hardware.cable import Cable
from tests.hardware.test_link import PROGRAM, Ear, now
from tests.hardware.twin_board import TwinBoard
from tests.rig.link import PROGRAM as BENCH

PLANS = tuple(
    AntennaPlan(f"board.{number + 1}", "board", 100, device=device)
    for number, device in enumerate(["west", "east", "west", "east", "west", "west"])
)


@pytest.fixture
def cables() -> Iterator[list[Cable]]:
    cables: list[Cable] = []
    yield cables
    for cable in cables:
        cable.close()


def test_an_antenna_node_gives_the_scans_of_its_antennas(
    tmp_path: Path, cables: list[Cable]
) -> None:
    cables.append(Cable(TwinBoard(PROGRAM, {"role": "antennas"}), tmp_path / "usb-west"))
    ear = Ear()
    link = open_node("west", str(cables[0].path), "antennas", now, Roll(), plans=PLANS)
    link.start(ear.put)
    try:
        ear.wait(lambda: len([one for one in ear.reports if isinstance(one, Scan)]) >= 16)
    finally:
        link.stop()
    scans = [report for report in ear.reports if isinstance(report, Scan)]
    names = ["board.1", "board.3", "board.5", "board.6"]
    assert {scan.antenna for scan in scans} == set(names)
    for number, name in enumerate(names):
        mine = [scan for scan in scans if scan.antenna == name]
        assert {scan.tags[0][:12] for scan in mine} == {f"E0040100000{number}"}
        times = [scan.at for scan in mine]
        assert times == sorted(set(times))


def test_an_antenna_that_the_table_does_not_have_is_named_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ear = Ear()
    link = Link("west", "/dev/null", now, ear.hear)
    node = AntennaNode(PLANS[:2])
    for at in range(3):
        assert node.hear(link, Read(2, (), at)) == ()
    link.stop()
    (record,) = caplog.records
    assert record.message.startswith(
        "west: the node reads antennas 2 (counted from 0), but table.toml lists"
    )


def test_how_an_antenna_is_fed_goes_with_its_scans() -> None:
    link = Link("west", "/dev/null", now, Ear().hear)
    node = AntennaNode(PLANS[:2], Roll(gauge=True))
    assert node.hear(link, Happened("gauge", 1, 3 << 16 | 700, 5)) == ()
    scans = [scan for antenna in (0, 1) for scan in node.hear(link, Read(antenna, (), 9))]
    link.stop()
    assert [scan.gauge for scan in scans if isinstance(scan, Scan)] == [None, (700, 3)]


def test_two_nodes_of_one_id_are_told_apart_by_their_ports(
    tmp_path: Path, cables: list[Cable]
) -> None:
    """The first goes on; the second is refused until the first is gone."""
    roll, ears, links = Roll(), (Ear(), Ear()), []
    for device in ("west", "east"):
        path = tmp_path / f"usb-{device}"
        cables.append(Cable(TwinBoard(PROGRAM, {"role": "antennas", "id": "node-1"}), path))
        links.append(open_node(device, str(path), "antennas", now, roll, plans=PLANS))
    try:
        links[0].start(ears[0].put)
        ears[0].wait(lambda: Scan in map(type, ears[0].reports))
        links[1].start(ears[1].put)
        ears[1].wait(lambda: "node-1" in links[1].status().problem)
        ears[1].wait(lambda: DeviceLost in map(type, ears[1].reports))
        assert links[1].status().problem == (
            'east: the node here says that it is "node-1", and so does the one on'
            f" {tmp_path}/usb-west: give one of them a different id with tapis firmware install"
        )
        cables[0].unplug()
        ears[1].wait(lambda: Scan in map(type, ears[1].reports))
    finally:
        for link in links:
            link.stop()


def test_a_node_that_floods_is_named_and_does_not_take_the_processor(
    tmp_path: Path, cables: list[Cable]
) -> None:
    board = TwinBoard(BENCH, {"antennas": 8, "tags": 1})
    cables.append(Cable(board, tmp_path / "usb-flood"))
    ear = Ear()
    link = Link("flood", str(cables[0].path), now, ear.hear)
    link.start(ear.put)
    try:
        ear.wait(lambda: "sends more than 2000 frames" in link.status().problem)
        began, heard, reported = now(), link.status().frames, len(ear.reports)
        ear.wait(lambda: now() - began > 3000)
        assert link.status().up
        assert link.status().frames - heard < 4 * 2500
        assert len(ear.reports) == reported
    finally:
        link.stop()


def test_a_node_that_floods_is_listened_to_all_the_same(
    tmp_path: Path, cables: list[Cable]
) -> None:
    """Whoever is not listened to for the rest of a second is silent for longer than a node may be.

    The link's clock stands, so that this second never ends.
    """
    cables.append(Cable(TwinBoard(BENCH, {"antennas": 8, "tags": 1}), tmp_path / "usb-flood"))
    ear = Ear()
    link = Link("flood", str(cables[0].path), lambda: 0, ear.hear)
    link.start(ear.put)
    try:
        ear.wait(lambda: "sends more than 2000 frames" in link.status().problem)
        heard = link.status().frames
        ear.wait(lambda: link.status().frames > heard)
    finally:
        link.stop()
