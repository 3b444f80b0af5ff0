"""A table of simulated boards: the real firmware on its interpreter, each on a port of its own."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.contract.scans import AntennaPlan
from hardware.keys import KEYS_FILE, new_key, save_keys
from hardware.twin.boards.governor import Governor
from hardware.twin.boards.rack import Rack
from hardware.twin.table import Twin
from hardware.twin.wire import Wire, antenna_role


class Boards:
    """Boards that are on, in the time of the wall clock; tests lay tags on their antennas."""

    def __init__(
        self, folder: Path, boards: Mapping[str, Sequence[AntennaPlan]], noise: str, *,
        keyed: bool,
    ) -> None:  # fmt: skip
        folder.mkdir()
        keys = {name: new_key() for name in boards} if keyed else {}
        if keys:
            save_keys(folder.parent / KEYS_FILE, keys)
        self.twin = Twin([plan for plans in boards.values() for plan in plans], noise, seed=3)
        self._rack = Rack()
        self._governor = Governor(self._rack, speed=1.0)
        wire = Wire(self._governor, folder)
        wire.want({
            name: {**antenna_role(name, plans), "key": keys.get(name, b"").hex()}
            for name, plans in boards.items()
        })  # fmt: skip
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
    folder: Path, plans: Mapping[str, Sequence[AntennaPlan]], noise: str = "clean", *,
    keyed: bool = False,
) -> Iterator[Boards]:  # fmt: skip
    """Return boards, and switch them off afterwards; the file of their keys is beside `folder`."""
    table = Boards(folder, plans, noise, keyed=keyed)
    try:
        yield table
    finally:
        table.close()
