"""What whole nodes on an emulated board gave last, and the dry run held against them."""

import json
import random

import pytest

from hardware.build.kit import WHOLE
from hardware.build.plans.emulated_nodes import RESULTS, told
from hardware.dry_run import DryNode, uids
from hardware.timing.processor import MEASURED
from hardware.timing.scan_time import usual_tags


def test_a_key_is_told_in_time_and_no_turn_holds_the_link_up() -> None:
    nodes = json.loads(RESULTS.read_text())
    assert max(nodes["keys"]["took"]) <= 50
    assert max(node["longest"] for node in nodes.values()) <= 20.5


def test_the_dry_run_reads_as_often_as_the_board() -> None:
    """With the same tags in the fields."""
    plans = [plan for plan in WHOLE.plans if plan.device == "seat-1"]
    chance = random.Random(35)
    tags = [uids(usual_tags(plan), chance) for plan in plans]
    node = DryNode(tags, told(WHOLE, plans), MEASURED)
    node.run(5000)
    node.run(45_000)
    every = json.loads(RESULTS.read_text())["whole seat-1"]["every"]
    for plan, scans in zip(plans, node.scans, strict=True):
        assert 40_000 / scans == pytest.approx(every[plan.name], rel=0.1)
