"""What reading takes of a node, held against the real firmware on simulated chips."""

import json
import random
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from controller.cli import app
from controller.config.devices import DeviceConfig
from controller.config.model import load_config
from controller.contract.scans import AntennaPlan
from hardware.build.kit import ONE_READER, WHOLE, Kit
from hardware.build.plans.load import loads_of, node_loads
from hardware.dry_run import WARM, read_by_turns, uids
from hardware.node.node_clock import NodeClock
from hardware.node.nodes import antennas_config
from hardware.timing.dynamic_slots import Rounds
from hardware.timing.processor import NONE
from hardware.timing.scan_time import TOO_MUCH, scan_cost, usual_slots, usual_tags
from hardware.timing.standing_slots import TAGS, Schedule
from tests.firmware.host import Host
from tests.rig.board.nodes import usual_uids

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
    role = {"node": "s", "role": "antennas",
            "antennas": [{"period": period} for period in zones.values()]}  # fmt: skip
    with Host(role) as host:
        for antenna, drawn in enumerate(usual_uids([TAGS[zone] for zone in zones])):
            host.field(antenna, *(uid.hex().upper() for uid in drawn))
        # By then a pile is known that has just come.
        host.run(1000 + 4 * max(zones.values()))
        return field_on(host, ms)


def field_on(host: Host, ms: int) -> float:
    """Return which part of a time (ms) a board's field is on."""
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
    told = sum(scan_cost(TAGS[zone], period, NONE) / period for zone, period in zones.items())
    assert told == pytest.approx(measured(zones, 3000 + 3 * max(zones.values())), rel=0.1)


LONG, OF_A_POT = 8000, 19_000
"""How long a board is watched (ms): a pot is read within ten seconds, and then not for two."""


def measured_by_turns(plans: list[AntennaPlan], schedule: Schedule, draw: int) -> float:
    """Return which part of a board's time its field is on by turns, its zones as full as above."""
    chance = random.Random(draw)
    role = {"node": "s", "role": "antennas", "antennas": len(plans)}
    slots = [schedule.slots[plan.name] for plan in plans]
    turns = {"frame": schedule.frame, "began": 0, "since": 0, "until": 10**8,
             "at": [[slot.start, slot.length] for slot in slots]}  # fmt: skip
    told = antennas_config(plans, schedule, NodeClock(), 0)
    with Host(role) as host:
        for antenna, plan in enumerate(plans):
            host.field(antenna, *(uid.hex().upper() for uid in uids(usual_tags(plan), chance)))
        host.say("config", json.dumps({"periods": told["periods"], "round": turns}))
        host.run(WARM)
        return field_on(host, OF_A_POT if any(plan.zone == "pot" for plan in plans) else LONG)


@pytest.mark.parametrize(
    ("kit", "device"),
    [(WHOLE, "seat-1"), (WHOLE, "board"), (WHOLE, "muck"), (WHOLE, "shoe"), (ONE_READER, "centre")],
    ids=["seat", "board", "muck", "shoe", "one-reader"],
)
def test_by_turns_too_the_load_is_what_the_firmware_takes(kit: Kit, device: str) -> None:
    schedule = usual_slots(kit.plans, Rounds(kit.plans))
    mine = [plan for plan in kit.plans if plan.device == device]
    turns = read_by_turns(mine, [usual_tags(plan) for plan in mine], schedule, NONE)
    told = sum(turn.scan_ms / turn.every for turn in turns)
    # Tags whose uids are alike take longer.
    draws = [measured_by_turns(mine, schedule, draw) for draw in range(2)]
    assert told == pytest.approx(mean(draws), rel=0.1)


def test_by_turns_what_is_said_is_what_the_slots_give(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(WHOLE.config())
    result = CliRunner().invoke(app, ["build", "load", str(path), "--json"])
    assert result.exit_code == 0, result.output
    seat, *_ = json.loads(result.stdout)
    hand, bet = seat["zones"]
    assert hand["period"] < bet["period"]
    assert seat["share"] < 0.35


def test_too_much_is_said_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    result = CliRunner().invoke(app, ["build", "load", str(tmp_path / "table.toml")])
    assert result.exit_code == 1, result.output
    assert "centre: " in result.output
    assert "-> give muck" in result.output


def test_a_slower_line_is_busier_by_as_much(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    config = load_config(tmp_path / "table.toml")
    usual = loads_of(config)
    devices = tuple(DeviceConfig(one.device, "node", baud=9600) for one in usual)
    slow = loads_of(replace(config, devices=devices))
    assert [one.line for one in slow] == pytest.approx([12 * one.line for one in usual])


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
