"""Which drivers and which tags a table's config asks for."""

from collections.abc import Sequence
from pathlib import Path

from controller.config import TableConfig
from controller.sensing.registry import Registry, RegistryError, load_registry
from controller.tomlfile import FileProblems, Problem
from hardware.ports import Clock, Driver


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
