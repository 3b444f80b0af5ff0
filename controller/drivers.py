"""Which drivers, tags and ring a table's config asks for."""

import logging
from collections.abc import Sequence
from pathlib import Path

from controller.config import TableConfig
from controller.ring_output import RingOutput
from controller.sensing.registry import Registry, RegistryError, load_registry
from controller.tomlfile import FileProblems, Problem
from hardware.ports import Clock, Driver

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


def open_drivers(config: TableConfig, registry: Registry, clock: Clock) -> Sequence[Driver]:
    """Give the drivers of a table's devices, not started. Raises `FileProblems`."""
    if config.recording:
        from hardware.twin.recording import RecordedDriver

        return (RecordedDriver(Path(config.recording), clock),)
    if config.hardware == "twin":
        from hardware.twin.driver import TwinDriver
        from hardware.twin.table import Twin

        return (TwinDriver(Twin(config.plans(), config.noise, seed=0), clock),)
    del registry
    raise FileProblems(
        [
            Problem(
                "hardware",
                0,
                "",
                "this version has no drivers for devices yet",
                'hardware = "twin"',
            )
        ]
    )


def open_ring(config: TableConfig, clock: Clock) -> RingOutput | None:
    """Give the table's LED ring: on simulated pins for a simulated table, None without one.

    A ring that can't be opened is logged and done without.
    """
    if config.ring.kind == "none":
        return None
    from hardware.gpio import Apa102Ring, NoPins, pin_factory

    pins = pin_factory("mock" if config.hardware == "twin" else "auto")
    try:
        leds = Apa102Ring(config.ring.leds, pins=pins)
    except NoPins as error:
        log.warning("%s; the table plays on without its ring", error)
        return None
    return RingOutput(leds, clock, config.ring.first)
