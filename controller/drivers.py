"""Which drivers, tags and ring a table's config asks for."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from controller.config import TableConfig
from controller.ring_output import RingOutput
from controller.sensing.registry import Registry, RegistryError, load_registry
from controller.tomlfile import FileProblems, Problem
from hardware.ports import Clock, Driver

if TYPE_CHECKING:
    from hardware.link import Link

log = logging.getLogger(__name__)


def open_registry(config: TableConfig) -> Registry:
    """Give the table's enrolled tags; a simulated table without a file gets full decks.

    Raises `FileProblems` with every mistake of the file.
    """
    path = Path(config.cards.registry)
    if config.hardware == "twin" and not path.exists():
        from hardware.twin.bank import new_registry

        return new_registry(decks=config.cards.decks)
    try:
        return load_registry(path)
    except RegistryError as error:
        raise FileProblems([Problem(str(path), 0, "", str(error))]) from None


def open_drivers(
    config: TableConfig, registry: Registry, clock: Clock, *, speed: float = 1.0
) -> Sequence[Driver]:
    """Give the drivers of a table's devices, not started: a link for each node, one for PC/SC.

    The clock may run up to `speed` times as fast as the wall's. Raises `FileProblems`.
    """
    if config.recording:
        from hardware.twin.recording import RecordedDriver

        return (RecordedDriver(Path(config.recording), clock),)
    if config.hardware == "twin":
        from hardware.twin.driver import TwinDriver
        from hardware.twin.table import Twin

        return (TwinDriver(Twin(config.plans(), config.noise, seed=0), clock),)
    del registry
    drivers: list[Driver] = list(open_nodes(config, clock, speed=speed))
    readers = [device for device in config.devices if device.kind == "pcsc"]
    if readers:
        from hardware.pcsc import PcscDriver

        drivers.append(PcscDriver(readers, config.plans(), clock))
    return tuple(drivers)


def open_nodes(config: TableConfig, clock: Clock, *, speed: float = 1.0) -> "Sequence[Link]":
    """Give the links to a table's nodes, not started, in the order of `[[devices]]`."""
    from hardware.nodes import Roll, hear_nothing, open_antennas, open_node
    from hardware.seat_node import SeatNode

    roll, plans, links = Roll(), config.plans(), []
    for device in config.devices:
        if device.kind != "node":
            continue
        name, port, baud = device.name, device.port, device.baud
        match device.role:
            case "antennas":
                link = open_antennas(name, port, plans, clock, roll, baud=baud, speed=speed)
            case "seat":
                pad = SeatNode(device.seat, config.denominations, keyed=config.chips == "keyed")
                link = open_node(
                    name, port, "seat", pad.hear, clock, roll,
                    baud=baud, speed=speed, show=pad.show,
                )  # fmt: skip
            case role:
                link = open_node(
                    name, port, role, hear_nothing, clock, roll, baud=baud, speed=speed
                )
        links.append(link)
    return tuple(links)


def open_ring(config: TableConfig, clock: Clock) -> RingOutput | None:
    """Give the table's LED ring: on simulated pins for a simulated table, None without one.

    A ring that can't be opened is logged and done without.
    """
    if config.ring.kind == "none":
        return None
    from hardware.gpio import Apa102Ring, NoPins, pin_factory

    pins = pin_factory("mock" if config.hardware == "twin" else config.ring.pins)
    try:
        leds = Apa102Ring(config.ring.leds, pins=pins)
    except NoPins as error:
        log.warning("%s; the table plays on without its ring", error)
        return None
    return RingOutput(leds, clock, config.ring.first)
