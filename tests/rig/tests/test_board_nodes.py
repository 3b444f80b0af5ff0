"""What whole nodes on an emulated board gave last, and the dry run held against them."""

import json
from functools import cache
from typing import Any

import pytest

from controller.contract.scans import AntennaPlan
from hardware.build.kit import KITS, Kit
from hardware.build.plans.load import NodeLoad, node_loads
from hardware.dry_run import DryNode
from hardware.timing.processor import MEASURED
from hardware.timing.scan_time import scan_cost, usual_tags
from tests.rig.board.nodes import BUSIEST, RESULTS, UNREAD, told, usual_uids
from tests.rig.board.nodes import NODES as OF_THE_KITS

LONG = 200_000
"""Length of a dry run (ms)."""

NODES: dict[str, Any] = json.loads(RESULTS.read_text())


def test_a_key_is_told_in_time_and_no_turn_holds_the_link_up() -> None:
    assert max(NODES["keys"]["took"]) <= 50
    assert max(node["longest"] for node in NODES.values()) <= 20


def test_the_busiest_seat_keeps_both_of_its_periods() -> None:
    assert list(NODES["busiest"]["every"].values()) == pytest.approx(BUSIEST[0], rel=0.1)


def test_what_load_says_of_it_is_what_the_board_takes() -> None:
    said = sum(scan_cost(tags, period) / period for period, tags in zip(*BUSIEST, strict=True))
    assert said == pytest.approx(NODES["busiest"]["field"], rel=0.1)


def read_dry(config: dict[str, object], tags: list[int]) -> tuple[list[float], float]:
    """Return how often each antenna is read (ms), and which part of the time a field is on.

    The fields have the tags that the board's had.
    """
    node = DryNode(usual_uids(tags), config, MEASURED)
    node.run(30_000)
    node.run(30_000 + LONG)
    return [LONG / scans for scans in node.scans], sum(node.reader.on_us) / LONG / 1000


def plans_of(kit: Kit, device: str) -> list[AntennaPlan]:
    """Return the antennas of a kit's node."""
    return [plan for plan in kit.plans if plan.device == device]


@cache
def loads_of(name: str) -> tuple[NodeLoad, ...]:
    """Return the loads of a kit's nodes."""
    kit = KITS[name]
    return tuple(node_loads(kit.plans, schedule=kit.schedule))


of_the_kits = pytest.mark.parametrize(
    ("kit", "device"), OF_THE_KITS, ids=[device for _, device in OF_THE_KITS]
)


def test_each_kind_of_node_in_the_kits_has_been_measured() -> None:
    files = {kit.files[device] for kit, device in OF_THE_KITS}
    assert files == {file for kit in KITS.values() for file in kit.files.values()}
    assert {f"a {role} alone" for role in UNREAD} <= set(NODES)


@of_the_kits
def test_the_dry_run_reads_as_often_as_the_board(kit: Kit, device: str) -> None:
    plans, board = plans_of(kit, device), NODES[f"{kit.name} {device}"]
    every, field = read_dry(told(kit, plans), [usual_tags(plan) for plan in plans])
    for (antenna, read), dry in zip(board["every"].items(), every, strict=True):
        assert dry == pytest.approx(read, rel=0.1), antenna
    assert field == pytest.approx(board["field"], rel=0.1)


@of_the_kits
def test_what_load_says_of_a_node_is_what_the_board_takes(kit: Kit, device: str) -> None:
    [said] = [one for one in loads_of(kit.name) if one.device == device]
    assert said.share == pytest.approx(NODES[f"{kit.name} {device}"]["field"], rel=0.1)


def test_so_it_does_without_slots() -> None:
    periods, tags = BUSIEST
    every, field = read_dry({"periods": list(periods)}, list(tags))
    assert every == pytest.approx(list(NODES["busiest"]["every"].values()), rel=0.1)
    assert field == pytest.approx(NODES["busiest"]["field"], rel=0.1)
