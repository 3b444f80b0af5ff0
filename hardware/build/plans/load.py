"""`tapis build load`: the load that each zone puts on its node, and the nodes that are overloaded.

Scan times come from `hardware/timing/scan_time.py` or, if there are time slots, from
`hardware/dry_run.py`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
import typer

from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode
from controller.contract.scans import AntennaPlan
from controller.run.loop.drivers import plans_read, rounds_of
from hardware.dry_run import Turn, read_by_turns
from hardware.node.link import BAUD
from hardware.timing.scan_time import TOO_MUCH, scan_cost, usual_slots, usual_tags
from hardware.timing.standing_slots import Schedule

SNAPSHOT_BYTES: Final = 11
"""Number of bytes on the serial line for a snapshot, without its uids; each uid adds 8 bytes."""


class ZoneLoad(msgspec.Struct, frozen=True):
    """The load that an antenna puts on its node.

    `tags` is the typical number of tags. `period` is the read interval in ms; if there are time
    slots, it is the interval that results from them. `scan_ms` is the duration of a scan. `share`
    is the share of the node's time that the antenna uses; 1 means all of it.
    """

    antenna: str
    tags: int
    period: int
    scan_ms: float
    share: float


class NodeLoad(msgspec.Struct, frozen=True):
    """The load on a node, and on its serial line.

    `share` is the share of the node's time that is used, and `line` the share of the line's
    capacity; 1 means all of it. `zones` is the load by antenna.
    """

    device: str
    share: float
    line: float
    zones: tuple[ZoneLoad, ...]

    @property
    def too_much(self) -> bool:
        """Return whether the node is overloaded."""
        return self.share > TOO_MUCH


def node_loads(
    plans: list[AntennaPlan],
    schedule: Schedule | None = None,
    bauds: Mapping[str, int] = MappingProxyType({}),
) -> list[NodeLoad]:
    """Return the load on each node when every zone contains its typical number of tags.

    If a `schedule` is given, antennas are read only in their slots. `bauds` maps a node's name to
    the speed of its serial line; a node that is not listed has the usual speed.
    """
    nodes = []
    for device in dict.fromkeys(plan.device for plan in plans):
        mine = [plan for plan in plans if plan.device == device]
        zones = tuple(
            ZoneLoad(plan.name, usual_tags(plan), round(every), round(takes, 1), takes / every)
            for plan, (every, takes) in zip(mine, _turns(mine, schedule), strict=True)
        )
        sent = sum((SNAPSHOT_BYTES + 8 * one.tags) * 10_000 / one.period for one in zones)
        line = sent / bauds.get(device, BAUD)
        nodes.append(NodeLoad(device, sum(zone.share for zone in zones), line, zones))
    return nodes


def _turns(plans: Sequence[AntennaPlan], schedule: Schedule | None) -> list[Turn]:
    """Return the read interval and the duration of a scan for each of a node's antennas.

    They follow from the antennas' periods, or from `schedule` if all of them have a slot in it.
    """
    if schedule is None or any(plan.name not in schedule.slots for plan in plans):
        return [Turn(plan.period, scan_cost(usual_tags(plan), plan.period)) for plan in plans]
    return read_by_turns(plans, [usual_tags(plan) for plan in plans], schedule)


def way_out(node: NodeLoad) -> str:
    """Return advice on how to fix an overloaded node."""
    worst = max(node.zones, key=lambda zone: zone.share)
    rest = node.share - worst.share
    if rest < TOO_MUCH:
        room = TOO_MUCH - rest
        period = -(-round(worst.scan_ms / room) // 10) * 10
        return (
            f"give {worst.antenna} a node of its own, or a period of {period} ms in table.toml"
            f" (now {worst.period})"
        )
    return f"give {worst.antenna} and others a different node: change their device in table.toml"


def said(nodes: list[NodeLoad]) -> str:
    """Return the loads as text: a line for each node, then one for each of its zones.

    For an overloaded node, another line gives advice.
    """
    lines = []
    for node in nodes:
        much = "  too much" if node.too_much else ""
        time, line = f"{node.share:.0%} of its time", f"{node.line:.0%} of its line"
        lines.append(f"{node.device}: {time}, {line}{much}")
        lines += [
            f"  {zone.antenna}: {zone.tags} tags, {zone.scan_ms:g} ms of each {zone.period} ms,"
            f" {zone.share:.0%}"
            for zone in node.zones
        ]
        if node.too_much:
            lines.append(f"  -> {way_out(node)}")
    return "\n".join(lines)


def loads_of(config: TableConfig) -> list[NodeLoad]:
    """Return the loads on the antenna nodes of a table, leaving out ready-made readers."""
    readers = {device.name for device in config.devices if device.kind != "node"}
    rounds = rounds_of(config)
    schedule = usual_slots(config.plans(), rounds) if rounds is not None else None
    plans = [plan for plan in plans_read(config) if plan.device not in readers]
    return node_loads(plans, schedule, {device.name: device.baud for device in config.devices})


def load(
    table: Annotated[Path, typer.Argument(help="The table's config, a TOML file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Report how much of each node's time is spent on reading, and which nodes are overloaded.

    Status 0: no node is overloaded; 1: at least one is; 2: the config can't be read.
    """
    nodes = loads_of(load_config(table))
    typer.echo(msgspec.json.encode(nodes).decode() if as_json else said(nodes))
    if any(node.too_much for node in nodes):
        raise typer.Exit(ExitCode.NOT_SO)
