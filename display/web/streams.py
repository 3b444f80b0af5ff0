"""Pushes what changes to browsers: a fragment is made once for all who look at the same.

Nobody has a queue: who is slow gets the newest when they come for it. A fragment goes out at once
when the last one is old enough, and so much later as making it costs.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

GAP_S: Final = 0.1
"""A fragment goes out every so many seconds at most."""

COST: Final = 10
"""Of a processor's time one fragment takes one part in so many at most."""

Make = Callable[[str], str]
"""Makes a fragment in a language."""


def packed(html: str, number: int) -> bytes:
    r"""Return a fragment as a server-sent event.

    >>> packed("<p>\nhi</p>", 7)
    b'id: 7\ndata: <p>\ndata: hi</p>\n\n'
    """
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    return f"id: {number}\n{lines}\n".encode()


class Channel:
    """One fragment, and all who look at it. `topics` are what it is made of."""

    def __init__(self, topics: Iterable[str], make: Make) -> None:
        self.topics = frozenset(topics)
        self.viewers = 0
        self.stale = False
        self.ready_at = 0.0
        self._make = make
        self._number = 1
        self._made: dict[str, bytes] = {}
        self._cost = 0.0
        self._fired = asyncio.Event()

    def message(self, language: str) -> bytes:
        """Return the newest fragment, made once for all."""
        made = self._made.get(language)
        if made is None:
            began = time.perf_counter()
            made = self._made[language] = packed(self._make(language), self._number)
            self._cost = max(self._cost, time.perf_counter() - began)
        return made

    def fire(self, now: float) -> None:
        """Forget what was made, and wake everybody who looks."""
        self.ready_at = now + max(GAP_S, COST * self._cost)
        self.stale, self._cost = False, 0.0
        self._number += 1
        self._made.clear()
        self._fired.set()
        self._fired = asyncio.Event()

    async def messages(self, language: str) -> AsyncIterator[bytes]:
        """Yield the fragment as it is now, and each time that it comes out otherwise."""
        last = b""
        while True:
            fired = self._fired
            message = self.message(language)
            if _without_id(message) != last:
                last = _without_id(message)
                yield message
            await fired.wait()


def _without_id(message: bytes) -> bytes:
    return message.partition(b"\n")[2]


class Streams:
    """All fragments that somebody looks at, woken by what changes."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._changed: set[str] = set()
        self._lock = threading.Lock()
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.viewers = 0

    def changed(self, topic: str) -> None:
        """Say, from any thread, that something has changed."""
        with self._lock:
            asleep = not self._changed
            self._changed.add(topic)
            loop = self._loop
        if asleep and loop is not None and self._wake is not None:
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:
                return  # the loop is closed: nobody looks any more

    async def messages(
        self, name: str, topics: Iterable[str], make: Make, language: str
    ) -> AsyncIterator[bytes]:
        """Yield the messages of the fragment `name`, which is made here if nobody looks at it."""
        channel = self._channels.setdefault(name, Channel(topics, make))
        channel.viewers += 1
        self.viewers += 1
        try:
            async for message in channel.messages(language):
                yield message
        finally:
            channel.viewers -= 1
            self.viewers -= 1
            if not channel.viewers:
                self._channels.pop(name, None)

    async def run(self) -> None:
        """Wake channels for as long as the server lives."""
        self._wake = asyncio.Event()
        with self._lock:
            self._loop = asyncio.get_running_loop()
            self._changed.add("")
        self._wake.set()
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._fire_all()

    async def _fire_all(self) -> None:
        while True:
            with self._lock:
                changed, self._changed = self._changed, set()
            now = time.monotonic()
            late = []
            for channel in list(self._channels.values()):
                channel.stale = channel.stale or not channel.topics.isdisjoint(changed)
                if not channel.stale:
                    continue
                if channel.ready_at <= now:
                    channel.fire(now)
                else:
                    late.append(channel.ready_at)
            if not late:
                return
            await asyncio.sleep(min(late) - now)
