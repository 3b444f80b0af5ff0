"""The table's only queue: any thread adds items, and the table's loop takes them out.

Items leave in order of arrival. A device that keeps its events until they are on disk has only a
limited share of the queue. Any further items wait outside, so that they can't delay other devices.
"""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from controller.contract.commands import Request
from controller.contract.scans import Scan
from controller.run.messages.askers import NOBODY, Asker
from hardware.ports import Report

SHARE: Final = 32
"""The maximum number of a device's items in the queue at a time."""

MOST_ASIDE: Final = 1_000
"""Once a device has this many items waiting to enter the queue, its new scans are dropped."""


class Ask(msgspec.Struct, frozen=True):
    """A command received over MQTT: its name, the request that contains it, and its sender."""

    name: str
    request: Request
    asker: Asker = NOBODY


Item = Report | Ask


class _Door:
    """One device's share of the queue.

    `share` is the maximum number of its items in the queue, and `inside` their current number.
    `aside` contains the items that wait outside the queue.
    """

    def __init__(self, share: float) -> None:
        self.share = share
        self.inside = 0
        self.aside: deque[Item] = deque()


class Inbox:
    """The queue of reports and commands for the table's loop, which sleeps while it is empty."""

    def __init__(self) -> None:
        """Create an empty queue, which accepts items even before `open` is called."""
        self._line: deque[tuple[_Door, Item]] = deque()
        self._lock = threading.Lock()
        self._unlimited = _Door(float("inf"))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell: asyncio.Event | None = None
        self._rung = False
        self._asleep = False

    def open(self) -> None:
        """Attach the queue to the running event loop, so that new items wake that loop."""
        self._loop = asyncio.get_running_loop()
        self._bell = asyncio.Event()

    def put(self, item: Item) -> None:
        """Add an item; never blocks."""
        self._put(self._unlimited, item)

    def door(self) -> Callable[[Item], None]:
        """Return a function that adds items for one device, within its share of the queue."""
        door = _Door(SHARE)
        return lambda item: self._put(door, item)

    def _put(self, door: _Door, item: Item) -> None:
        with self._lock:
            if door.inside < door.share:
                door.inside += 1
                self._line.append((door, item))
            elif len(door.aside) < MOST_ASIDE or not isinstance(item, Scan):
                door.aside.append(item)
        self.ring()

    def ring(self) -> None:
        """Wake the loop."""
        # One call into the loop for a whole batch: a table has hundreds of scans a second.
        if not self._rung and self._loop is not None and self._bell is not None:
            self._rung = True
            with contextlib.suppress(RuntimeError):  # the loop has been closed in the meantime
                self._loop.call_soon_threadsafe(self._bell.set)

    def taken(self, most: int) -> Iterator[Item]:
        """Take out up to `most` items one by one, including any added in the meantime."""
        while self._line and most > 0:
            most -= 1
            with self._lock:
                door, item = self._line.popleft()
                if door.aside:
                    self._line.append((door, door.aside.popleft()))
                else:
                    door.inside -= 1
            yield item

    async def sleep(self, seconds: float) -> None:
        """Sleep until an item is added or `ring` is called, for at most `seconds`.

        If items are already waiting, do not sleep, but let signals and other tasks of the loop run.
        """
        assert self._bell is not None
        if self._line:
            await asyncio.sleep(0)
        else:
            self._asleep = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), seconds)
            self._asleep = False
        self._bell.clear()
        self._rung = False

    @property
    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._line

    @property
    def idle(self) -> bool:
        """Return whether the loop is asleep and the queue is empty."""
        return self._asleep and not self._line
