"""Pushes changes to browsers; each fragment of a page is rendered once for all its viewers.

No browser has a queue: when a slow browser is ready again, it is sent the newest fragment. If a
fragment consists of pieces, only the pieces that have changed since the browser's last version are
sent. There is a minimum interval between pushes of a fragment; it is longer for a fragment that
takes longer to render. A change that can wait (`Pace.borrows`) is delayed for up to `SLOW_S`
seconds, so that it can be pushed together with another change. An urgent change is not delayed.
"""

import asyncio
import contextlib
import heapq
import itertools
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from typing import Final

import msgspec

GAP_S: Final = 0.05
"""The minimum time between pushes of a fragment, in seconds."""

SLOW_S: Final = 0.5
"""The longest time in seconds that a change to a topic in `borrows` waits for another change."""

COST: Final = 10
"""The minimum time between pushes of a fragment, as a multiple of its rendering time."""

LOOK_S: Final = 0.5
"""Seconds between checks of whether the server is shutting down."""

PING_S: Final = 15.0
"""Seconds after which a silent connection gets a ping, because proxies close idle connections."""

PING: Final = b": ping\n\n"
"""A ping: a comment in the event stream, which browsers ignore."""

PIECES: Final = "pieces"
"""The name of a server-sent event that consists of pieces; each piece has its element's id."""


class Piece(msgspec.Struct, frozen=True):
    """HTML that is part of a fragment.

    `html` is its content. If `name` is set, it is the id of the piece's element, and the piece can
    be sent on its own. `inside` is the element (`svg` or `table`) that must be wrapped around the
    piece so that a browser can parse it on its own, or "" for none.
    """

    html: str
    name: str = ""
    inside: str = ""

    @property
    def alone(self) -> str:
        """Return the piece's HTML, wrapped in `inside` so that it can be sent on its own."""
        return f"<{self.inside}>{self.html}</{self.inside}>" if self.inside else self.html


Made = str | tuple[Piece, ...]
"""A fragment as a whole, or as its pieces."""

Make = Callable[[str], Made]
"""A function that makes a fragment in a language."""


class Pace(msgspec.Struct, frozen=True):
    """How often a fragment may be pushed: at most once every `gap_s` seconds.

    `borrows` are the topics whose changes can wait for another change. `urgent` lists the topics
    whose changes wait only for the usual gap (`GAP_S`).
    """

    gap_s: float = GAP_S
    borrows: frozenset[str] = frozenset()
    urgent: frozenset[str] = frozenset()


USUAL: Final = Pace()
"""The usual pace: each change goes out as soon as the gap allows."""


def packed(html: str, number: int, event: str = "") -> bytes:
    r"""Return a fragment as a server-sent event; `number` is the fragment's version.

    `event` is the name of the event, or "" for none.

    >>> packed("<p>\nhi</p>", 7)
    b'id: 7\ndata: <p>\ndata: hi</p>\n\n'
    """
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    named = f"event: {event}\n" if event else ""
    return f"id: {number}\n{named}{lines}\n".encode()


class Picture:
    """A rendered fragment in one language.

    For each piece, it stores the version in which the piece last changed.
    """

    def __init__(self) -> None:
        self.number = 0
        self._pieces: tuple[Piece, ...] = ()
        self._since: dict[str, int] = {}
        self._whole_since = 0
        self._messages: dict[int, bytes] = {}

    def take(self, made: Made, number: int) -> None:
        """Store a newly rendered version of the fragment; each `number` is higher than the last."""
        pieces = (Piece(made),) if isinstance(made, str) else made
        before = {one.name: one.html for one in self._pieces}
        if not self.number or _frame(pieces) != _frame(self._pieces):
            self._whole_since = number
        for one in pieces:
            if one.name and before.get(one.name) != one.html:
                self._since[one.name] = number
        self.number, self._pieces = number, pieces
        self._messages.clear()

    def message(self, seen: int) -> bytes:
        """Return what has changed since version `seen`, the last one that a browser saw.

        If `seen` is 0, the browser has seen nothing, and the message is the whole fragment. If
        nothing has changed, the message is empty. The message is built once for all browsers that
        last saw the same version.
        """
        if seen >= self.number:
            return b""
        if seen not in self._messages:
            self._messages[seen] = self._message(seen)
        return self._messages[seen]

    def _message(self, seen: int) -> bytes:
        if seen < self._whole_since:
            return packed("".join(one.html for one in self._pieces), self.number)
        news = [one.alone for one in self._pieces if one.name and self._since[one.name] > seen]
        return packed("\n".join(news), self.number, PIECES) if news else b""


def _frame(pieces: tuple[Piece, ...]) -> list[str | Piece]:
    """Return a fragment's pieces in order, with each named piece replaced by its name.

    A named piece can be sent on its own. If the result differs between two versions of a fragment,
    the whole fragment must be sent.
    """
    return [one.name or one for one in pieces]


class Channel:
    """One fragment, and the viewers it is pushed to.

    `topics` are the topics that it depends on. `viewers` is how many there are. `due` is the time
    of the next push, in seconds by the event loop's clock, or None if nothing has changed.
    """

    def __init__(self, topics: Iterable[str], make: Make, pace: Pace = USUAL) -> None:
        self.topics = frozenset(topics)
        self.viewers = 0
        self.ended = False
        self.due: float | None = None
        self._pace = pace
        self._ready_at = self._urgent_at = 0.0
        self._make = make
        self._number = 1
        self._pictures: dict[str, Picture] = {}
        self._cost = 0.0
        self._fired = asyncio.Event()
        self._spoke_at = time.monotonic()

    def picture(self, language: str) -> Picture:
        """Return the fragment's newest version in a language, rendered once for all viewers."""
        found = self._pictures.get(language)
        if found is None:
            found = self._pictures[language] = Picture()
        if found.number != self._number:
            # This is the thread's CPU time, so other load on the machine does not count as cost.
            began = time.thread_time()
            found.take(self._make(language), self._number)
            self._cost = max(self._cost, time.thread_time() - began)
        return found

    def changed(self, topic: str, now: float) -> bool:
        """Record that a topic changed at `now`; return whether the next push is now due earlier."""
        due = max(self._ready_at, now + SLOW_S if topic in self._pace.borrows else now)
        if topic in self._pace.urgent:
            due = max(self._urgent_at, now)
        sooner = self.due is None or due < self.due
        if sooner:
            self.due = due
        return sooner

    def fire(self, now: float) -> None:
        """Start a new version of the fragment, and wake all viewers."""
        self._ready_at = now + max(self._pace.gap_s, COST * self._cost)
        self._urgent_at = now + max(GAP_S, COST * self._cost)
        self.due, self._cost = None, 0.0
        self._number += 1
        self.wake()

    def silent(self, now: float) -> bool:
        """Return whether nothing has been sent to viewers for so long that they need a ping."""
        return now - self._spoke_at >= PING_S

    def wake(self) -> None:
        """Wake all viewers; a viewer who has already seen the newest version is sent a ping."""
        self._fired.set()
        self._fired = asyncio.Event()

    async def messages(self, language: str) -> AsyncGenerator[bytes, None]:
        """Yield the current fragment, then the changes in each push.

        A viewer woken while there is no new version is sent a ping.
        """
        seen = 0
        while not self.ended:
            fired = self._fired
            picture = self.picture(language)
            message = picture.message(seen) if picture.number != seen else PING
            if message and seen:  # a first message goes only to its new viewer
                self._spoke_at = time.monotonic()
            seen = picture.number
            if message:
                yield message
            await fired.wait()


class Streams:
    """All fragments that have viewers; the viewers are woken when a fragment changes."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._by_topic: dict[str, set[Channel]] = {}
        self._due: list[tuple[float, int, Channel]] = []
        self._count = itertools.count()
        self._changed: set[str] = set()
        self._lock = threading.Lock()
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self.viewers = 0
        self.ending: Callable[[], bool] = lambda: False
        """Returns whether the server is shutting down, so that all streams must end."""

    def changed(self, topic: str) -> None:
        """Record that a topic has changed; this may be called from any thread."""
        with self._lock:
            asleep = not self._changed
            self._changed.add(topic)
            loop = self._loop
        if asleep and loop is not None and self._wake is not None:
            if threading.get_ident() == self._thread:
                self._wake.set()
                return
            try:
                loop.call_soon_threadsafe(self._wake.set)
            except RuntimeError:
                return  # the loop is closed: no viewer is left

    async def messages(
        self, name: str, topics: Iterable[str], make: Make, language: str,
        pace: Pace = USUAL,
    ) -> AsyncGenerator[bytes, None]:  # fmt: skip
        """Yield the messages for one viewer of the fragment `name`.

        The fragment's channel is created for its first viewer and removed after its last. `make`
        renders the fragment in a language.
        """
        channel = self._channels.get(name) or self._open(name, Channel(topics, make, pace))
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

    @contextlib.asynccontextmanager
    async def awake(self) -> AsyncIterator[None]:
        """Run the tasks that wake channels and ping viewers while the context is open."""
        running = [asyncio.create_task(self.run()), asyncio.create_task(self._pulse())]
        yield
        for one in running:
            one.cancel()

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.pulse(time.monotonic(), ended=self.ending())

    def pulse(self, now: float, *, ended: bool = False) -> None:
        """Wake the viewers of every fragment that has been silent for `PING_S` seconds.

        `now` is the time in seconds by a monotonic clock. If `ended` is true, the server is
        shutting down: wake all viewers and end their streams.
        """
        for channel in self._channels.values():
            if ended or channel.silent(now):
                channel.ended = ended
                channel.wake()

    async def run(self) -> None:
        """Push each channel's changes when they are due, for as long as the server runs."""
        wake = self._wake = asyncio.Event()
        loop = asyncio.get_running_loop()
        with self._lock:
            self._loop, self._thread = loop, threading.get_ident()
            self._changed.add("")
        wake.set()
        while True:
            await wake.wait()
            wake.clear()
            self._hear(loop.time())
            due = self._fire(loop.time())
            if due is not None:
                # A new change also sets `wake`, because it may be due earlier.
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
        """Push the changes of all channels that are due; return when the next push is due.

        The result is None if nothing is left to push. Both that time and `now` are in seconds by
        the event loop's clock.
        """
        while self._due:
            due, _, channel = self._due[0]
            if channel.due != due or not channel.viewers:
                heapq.heappop(self._due)  # it was pushed earlier, or has no viewers left
            elif due > now:
                return due
            else:
                heapq.heappop(self._due)
                channel.fire(now)
        return None
