"""`tapis build load`: what reading takes of a node's time, zone by zone, and what is too much.

From the driver's own waits (`firmware/drivers/pn5180.py`), the frames of a scan
(`firmware/iso15693.py`), and what SPI and interpreter are taken for, which nobody has measured.
"""

from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from controller.config.model import TableConfig, load_config
from controller.contract.errors import ExitCode
from controller.contract.scans import AntennaPlan
from firmware.antennas import SLOW, THOROUGH_EVERY
from firmware.drivers.pn5180 import BIT_US, FIELD_US, GUARD_US
from hardware.link import BAUD
from hardware.slots import TAGS

QUESTION_MS: Final = 0.7
"""What SPI (some 60 bytes at 4 MHz) and interpreter take for a question, as is taken (ms)."""

TOO_MUCH: Final = 0.85
"""Of a node's time: above it antennas are read later than their periods say."""

HEARD_US: Final = 600
"""After a frame the driver waits so long until it looks for an answer."""

ANSWER_US: Final = 3700
"""And so long for the answer to end."""

EMPTY_LEAVES: Final = 0.36
"""So many questions for each of several tags find nobody, as counted over uids by chance."""

SNAPSHOT_BYTES: Final = 11
"""A snapshot on the line without its uids; each of those takes 8 more."""


class ZoneLoad(msgspec.Struct, frozen=True):
    """What an antenna takes of its node: `share` of the time, of the `period` in ms."""

    antenna: str
    tags: int
    period: int
    scan_ms: float
    share: float


class NodeLoad(msgspec.Struct, frozen=True):
    """What a node's antennas take of its time together, and its line of what it carries."""

    device: str
    share: float
    line: float
    zones: tuple[ZoneLoad, ...]

    @property
    def too_much(self) -> bool:
        """Return whether it is more than the node can do."""
        return self.share > TOO_MUCH


def _frame_us(count: int) -> float:
    """Return how long a frame of so many bytes is on the air, its CRC and both ends with it."""
    return (count * 8 + 19) * BIT_US


def scan_cost(tags: int, period: int, question_ms: float = QUESTION_MS) -> float:
    """Return how long a scan of a field with so many tags takes on average (ms).

    Every fifth scan, and each of an antenna that is scanned seldom, quiets the tags it has read
    and asks again for those that they drown.
    """
    field = FIELD_US + GUARD_US
    mask = 3 if tags < 2 else 4
    silent = _frame_us(mask) + HEARD_US
    heard = silent + ANSWER_US
    nobody = EMPTY_LEAVES * tags if tags > 1 else float(not tags)
    sweep = tags * (_frame_us(10) + HEARD_US) + _frame_us(3) + HEARD_US
    part = 1.0 if period >= SLOW else 1 / THOROUGH_EVERY
    asked = tags + nobody + part * (tags + 1)
    return (field + tags * heard + nobody * silent + part * sweep) / 1000 + asked * question_ms


def node_loads(plans: list[AntennaPlan], baud: int = BAUD) -> list[NodeLoad]:
    """Return what each node does, with as many tags in each zone as there usually are."""
    nodes: dict[str, list[ZoneLoad]] = {}
    for plan in plans:
        tags = TAGS.get(plan.zone.partition(".")[0], 2)
        takes = scan_cost(tags, plan.period)
        zone = ZoneLoad(plan.name, tags, plan.period, round(takes, 1), takes / plan.period)
        nodes.setdefault(plan.device, []).append(zone)
    return [
        NodeLoad(
            device,
            sum(zone.share for zone in zones),
            sum((SNAPSHOT_BYTES + 8 * zone.tags) * 10_000 / zone.period / baud for zone in zones),
            tuple(zones),
        )
        for device, zones in nodes.items()
    ]


def way_out(node: NodeLoad) -> str:
    """Return what to do about a node that has too much to do."""
    worst = max(node.zones, key=lambda zone: zone.share)
    rest = node.share - worst.share
    if rest < TOO_MUCH:
        room = TOO_MUCH - rest
        period = -(-round(worst.scan_ms / room) // 10) * 10
        return (
            f"give {worst.antenna} a node of its own, or a period of {period} ms in table.toml"
            f" (now {worst.period})"
        )
    return f"give {worst.antenna} and others nodes of their own: put another device at them"


def said(nodes: list[NodeLoad]) -> str:
    """Return the loads as lines for people."""
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
    """Return the loads of a table's antenna nodes; PC/SC readers read by themselves."""
    readers = {device.name for device in config.devices if device.kind == "pcsc"}
    return node_loads([plan for plan in config.plans() if plan.device not in readers])


def load(
    table: Annotated[Path, typer.Argument(help="The table's config, a TOML file.")],
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Say what reading takes of each node's time, and what is too much of it.

    Status 0: no node has too much to do; 1: one has; 2: the config can't be read.
    """
    nodes = loads_of(load_config(table))
    typer.echo(msgspec.json.encode(nodes).decode() if as_json else said(nodes))
    if any(node.too_much for node in nodes):
        raise typer.Exit(ExitCode.NOT_SO)
