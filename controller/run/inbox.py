"""The one queue of a table: any thread puts something in, the table's loop takes it out."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterator

import msgspec

from controller.contract.commands import Request
from hardware.ports import Report


class Ask(msgspec.Struct, frozen=True):
    """A command that came over MQTT, on its way to the table."""

    name: str
    request: Request


class Inbox:
    """What has been put in and not taken out yet; the loop sleeps while there is nothing."""

    def __init__(self) -> None:
        """Take in from now on; the loop may be opened later."""
        self._items: deque[Report | Ask] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell: asyncio.Event | None = None
        self._rung = False
        self._asleep = False

    def open(self) -> None:
        """Wake the running event loop from now on."""
        self._loop = asyncio.get_running_loop()
        self._bell = asyncio.Event()

    def put(self, item: Report | Ask) -> None:
        """Put something in; never blocks."""
        self._items.append(item)
        self.ring()

    def ring(self) -> None:
        """Wake the loop."""
        # One call into the loop for a whole batch: a table has hundreds of scans a second.
        if not self._rung and self._loop is not None and self._bell is not None:
            self._rung = True
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(self._bell.set)

    def taken(self) -> Iterator[Report | Ask]:
        """Take everything out, one by one, what is put in meanwhile too."""
        while self._items:
            yield self._items.popleft()

    async def sleep(self, seconds: float) -> None:
        """Sleep until something is put in or the loop is woken, at most so long."""
        assert self._bell is not None
        if not self._items:
            self._asleep = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), seconds)
            self._asleep = False
        self._bell.clear()
        self._rung = False

    @property
    def idle(self) -> bool:
        """Return whether the loop sleeps, and nothing waits for it."""
        return self._asleep and not self._items
