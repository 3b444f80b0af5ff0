"""What reading takes of a node, held against the real firmware on simulated chips."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.scans import AntennaPlan
from hardware.build.load import node_loads
from hardware.scan_time import TOO_MUCH, scan_cost
from hardware.slots import TAGS
from tests.firmware.host import Host

TABLE = """
name = "1"
seats = 2
hardware = "twin"
layout = "reference"
"""


def measured(zones: dict[str, int], ms: int) -> float:
    """Return which part of a board's time its field is on, its zones as full as they get.

    Whole rounds count: from when it is first lit to when it is last.
    """
    rng = random.Random(2)
    role = {"node": "s", "role": "antennas",
            "antennas": [{"period": period} for period in zones.values()]}  # fmt: skip
    with Host(role) as host:
        for antenna, zone in enumerate(zones):
            uids = [f"E0040150{rng.getrandbits(32):08X}" for _ in range(TAGS[zone])]
            host.field(antenna, *uids)
        # By then a pile is known that has just come.
        host.run(1000 + 4 * max(zones.values()))
        host.input("watch-field", 1)
        host.run(ms)
        fields = [tuple(value) for _, name, value in host.out if name == "field"]
    lit = [at for shines, at in fields if shines]
    on = sum(now - was for (shines, was), (_, now) in pairwise(fields) if shines and was < lit[-1])
    return float(on / (lit[-1] - lit[0]))


@pytest.mark.parametrize(
    "zones",
    [
        {"hand": 100},
        {"hand": 100, "bet": 200},
        {"board": 100, "burn": 100},
        {"muck": 600},
        {"pot": 1000},
    ],
    ids=["club", "reference", "centre", "muck", "pot"],
)
def test_the_load_is_what_the_firmware_takes(zones: dict[str, int]) -> None:
    told = sum(scan_cost(TAGS[zone], period, 0) / period for zone, period in zones.items())
    assert told == pytest.approx(measured(zones, 3000 + 3 * max(zones.values())), rel=0.1)


def test_too_much_is_said_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    result = CliRunner().invoke(app, ["build", "load", str(tmp_path / "table.toml")])
    assert result.exit_code == 1, result.output
    assert "centre: " in result.output
    assert "-> give muck" in result.output


def test_a_node_that_does_as_is_said_has_time_enough() -> None:
    muck = AntennaPlan("muck", "muck", 100, device="a")
    hand = AntennaPlan("hand.1", "hand.1", 100, device="a")
    (node,) = node_loads([muck, hand])
    assert node.too_much
    rest = node.share - max(zone.share for zone in node.zones)
    slower = round(scan_cost(TAGS["muck"], 100) / (TOO_MUCH - rest) / 10 + 0.5) * 10
    patient = AntennaPlan("muck", "muck", slower, device="a")
    assert not node_loads([patient, hand])[0].too_much
    assert not node_loads([hand])[0].too_much
