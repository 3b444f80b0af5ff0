"""Pushes what changes to browsers: a fragment is made once for all who look at the same.

Nobody has a queue: who is slow gets the newest when they come for it. Each fragment has a deadline
of its own: it goes out at once when the last one is old enough, and so much later as making it
costs. What a fragment only borrows can wait for the next time that it goes out anyway.
"""

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

GAP_S: Final = 0.05
"""A fragment goes out every so many seconds at most."""

SLOW_S: Final = 0.5
"""For what it borrows alone a fragment goes out after so many seconds."""

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
    """One fragment, and all who look at it.

    `topics` are what it is made of, `borrows` those of them for which it is not in a hurry. `due`
    is when it goes out next, None while nothing has changed.
    """

    def __init__(self, topics: Iterable[str], make: Make, borrows: Iterable[str] = ()) -> None:
        self.topics = frozenset(topics)
        self.viewers = 0
        self.due: float | None = None
        self._borrows = frozenset(borrows)
        self._ready_at = 0.0
        self._make = make
        self._number = 1
        self._made: dict[str, bytes] = {}
        self._cost = 0.0
        self._fired = asyncio.Event()

    def message(self, language: str) -> bytes:
        """Return the newest fragment, made once for all."""
        made = self._made.get(language)
        if made is None:
            # Of this thread's time: what others take of the processor costs this one nothing.
            began = time.thread_time()
            made = self._made[language] = packed(self._make(language), self._number)
            self._cost = max(self._cost, time.thread_time() - began)
        return made

    def changed(self, topic: str, now: float) -> bool:
        """Take note that a topic has changed; gives whether it goes out earlier for it."""
        due = max(self._ready_at, now + SLOW_S if topic in self._borrows else now)
        sooner = self.due is None or due < self.due
        if sooner:
            self.due = due
        return sooner

    def fire(self, now: float) -> None:
        """Forget what was made, and wake everybody who looks."""
        self._ready_at = now + max(GAP_S, COST * self._cost)
        self.due, self._cost = None, 0.0
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
        self._by_topic: dict[str, set[Channel]] = {}
        self._due: list[tuple[float, int, Channel]] = []
        self._count = itertools.count()
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
        self, name: str, topics: Iterable[str], make: Make, language: str,
        borrows: Iterable[str] = (),
    ) -> AsyncIterator[bytes]:  # fmt: skip
        """Yield the messages of the fragment `name`, which is made here if nobody looks at it.

        It is in no hurry for what it `borrows` of its `topics`.
        """
        channel = self._channels.get(name) or self._open(name, Channel(topics, make, borrows))
        channel.viewers += 1
        self.viewers += 1
        try:
            async for message in channel.messages(language):
                yield message
        finally:
            channel.viewers -= 1
            self.viewers -= 1
            if not channel.viewers:
                self._close(name)

    def _open(self, name: str, channel: Channel) -> Channel:
        self._channels[name] = channel
        for topic in channel.topics:
            self._by_topic.setdefault(topic, set()).add(channel)
        return channel

    def _close(self, name: str) -> None:
        channel = self._channels.pop(name, None)
        for topic in channel.topics if channel is not None else ():
            looked_at = self._by_topic[topic]
            looked_at.discard(channel)
            if not looked_at:
                del self._by_topic[topic]

    async def run(self) -> None:
        """Wake channels for as long as the server lives."""
        wake = self._wake = asyncio.Event()
        loop = asyncio.get_running_loop()
        with self._lock:
            self._loop = loop
            self._changed.add("")
        wake.set()
        while True:
            await wake.wait()
            wake.clear()
            self._hear(loop.time())
            due = self._fire(loop.time())
            if due is not None:
                # What changes before that wakes it as well: nobody waits for another's deadline.
                timer = loop.call_at(due, wake.set)
                await wake.wait()
                timer.cancel()

    def _hear(self, now: float) -> None:
        with self._lock:
            changed, self._changed = self._changed, set()
        for topic in changed:
            for channel in self._by_topic.get(topic, ()):
                if channel.changed(topic, now) and channel.due is not None:
                    heapq.heappush(self._due, (channel.due, next(self._count), channel))

    def _fire(self, now: float) -> float | None:
        """Fire all channels that are due; gives when the next one is, None for none."""
        while self._due:
            due, _, channel = self._due[0]
            if channel.due != due or not channel.viewers:
                heapq.heappop(self._due)  # it has gone out earlier, or nobody looks any more
            elif due > now:
                return due
            else:
                heapq.heappop(self._due)
                channel.fire(now)
        return None
