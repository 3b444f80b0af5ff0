"""A simulated table for setting up, with a time faster than ours; tests lay things on it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from controller.config.model import TableConfig
from controller.contract.scans import AntennaPlan
from controller.sensing.registry import Registry
from hardware.ports import Clock, Driver
from hardware.twin.driver import TwinDriver
from hardware.twin.table import Twin

FASTER = 10


class TwinTable:
    """The hands of whoever lays things on a simulated table; `open` is given as its drivers."""

    def __init__(
        self, plans: Sequence[AntennaPlan], noise: str = "typical", faster: int = FASTER
    ) -> None:
        self.twin = Twin(plans, noise, seed=7)
        self._faster = faster
        self._driver: TwinDriver | None = None

    def open(self, config: TableConfig, registry: Registry, clock: Clock) -> Sequence[Driver]:
        """Return the table's driver."""
        self._driver = TwinDriver(self.twin, lambda: clock() * self._faster)
        return (self._driver,)

    @contextmanager
    def hands(self) -> Iterator[Twin]:
        """Return the table to lay things on."""
        if self._driver is None:
            yield self.twin
            return
        with self._driver.hands_on() as twin:
            yield twin

    def lay(self, *uids: str, on: str = "desk") -> None:
        """Lay tags into a zone."""
        with self.hands() as twin:
            for uid in uids:
                twin.put(uid, on)

    def take(self, *uids: str) -> None:
        """Take tags away."""
        with self.hands() as twin:
            for uid in uids:
                twin.take(uid)


Open = Callable[[TableConfig, Registry, Clock], Sequence[Driver]]
