"""The worst node, for a few seconds."""

import math

from tests.rig.attack.command import run
from tests.rig.attack.row import Asked


def test_the_worst_node_stops_no_table() -> None:
    row = run("node", Asked(0.001, seed=1))
    figures = row.figures
    assert row.name == "node"
    assert figures["said"] > 1000
    assert figures["unanswered"] == figures["blind_zones"] == 0
    assert math.isfinite(figures["event_p99_ms"])
    # Each knock of the honest node waits for a disk that takes 8 ms a sync, and gets there.
    assert 8 < figures["knock_p50_ms"] < figures["knock_p99_ms"] < 10_000
    assert math.isfinite(figures["named_s"])
    assert figures["stop_s"] < 10
