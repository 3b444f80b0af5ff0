"""A table of simulated boards: the real firmware on its interpreter, each on a port of its own."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.contract.scans import AntennaPlan
from hardware.twin.governor import Governor
from hardware.twin.rack import Rack
from hardware.twin.table import Twin
from hardware.twin.wire import Wire, antenna_role


class Boards:
    """Boards that are on, in the time of the wall clock; tests lay tags on their antennas."""

    def __init__(
        self, folder: Path, boards: Mapping[str, Sequence[AntennaPlan]], noise: str
    ) -> None:
        folder.mkdir()
        self.twin = Twin([plan for plans in boards.values() for plan in plans], noise, seed=3)
        self._rack = Rack()
        self._governor = Governor([self._rack], speed=1.0)
        wire = Wire(self._governor, folder)
        wire.want({name: antenna_role(name, plans) for name, plans in boards.items()})
        wire.lay(self.twin, boards)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)
        self._thread.start()

    def lay(self, *uids: str, on: str) -> None:
        """Lay tags into a zone, from wherever they were."""
        with self._lock:
            for uid in uids:
                self.twin.put(uid, on)

    def take(self, *uids: str) -> None:
        """Take tags away."""
        with self._lock:
            for uid in uids:
                self.twin.take(uid)

    def close(self) -> None:
        """Switch the boards off."""
        self._stopping.set()
        self._thread.join(10)
        self._rack.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._governor.run_for(20)
            self._stopping.wait(0.001)


@contextmanager
def boards(
    folder: Path, plans: Mapping[str, Sequence[AntennaPlan]], noise: str = "clean"
) -> Iterator[Boards]:
    """Return boards, and switch them off afterwards."""
    table = Boards(folder, plans, noise)
    try:
        yield table
    finally:
        table.close()
