"""The worst client, for a few seconds."""

from tests.rig.attack.command import run
from tests.rig.attack.row import Asked


def test_the_worst_client_does_not_switch_a_table_off() -> None:
    row = run("client", Asked(0.001, seed=1))
    figures = row.figures
    assert row.name == "client"
    assert row.trials > 10
    assert figures["replays"] > 100
    assert figures["takeovers"] > 5
    assert figures["odd"] == 10
    assert figures["unanswered"] == figures["disconnects"] == 0
    assert 5 < figures["broker_mb"] < 100
    # Latencies on a busy machine are not tested.
    assert not [one for one in row.broken if "named" not in one and "live events" not in one]
