"""Sends one channel's notices in its own thread, from a bounded queue and with limited retries.

Callers never wait for a notice to be sent. Outdated notices are dropped, and failures are counted.
"""

import heapq
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

MOST: Final = 500
"""The maximum number of waiting notices; any more are dropped."""

PAUSES: Final = (5.0, 30.0, 120.0)
"""The delays, in seconds, before a failed notice is sent again; after the last, it is dropped."""

KEPT: Final = 300.0
"""The age, in seconds, at which a notice is too old to send."""

ENDS_WITHIN: Final = 1.0


class Notice(NamedTuple):
    """A message and the address to send it to; its `repr` reveals neither."""

    url: str
    title: str
    body: str

    def __repr__(self) -> str:
        """Return a placeholder without the text and the destination, because it may be logged."""
        return "Notice()"


Send = Callable[[Notice], bool]
"""Sends a notice and returns whether it was accepted; it may block, and never raises."""


class Post:
    """Sends one channel's notices. Thread-safe."""

    def __init__(
        self, way: str, send: Send, pauses: Sequence[float] = PAUSES, most: int = MOST,
        kept: float = KEPT,
    ) -> None:  # fmt: skip
        """Start the thread that sends notices on the channel `way` by calling `send`.

        `pauses` are the seconds to wait before each retry. `most` is the maximum length of the
        queue. `kept` is the age in seconds at which a notice becomes too old to send.
        """
        self.way, self._send, self._pauses = way, send, pauses
        self._most, self._kept = most, kept
        self._waiting: list[tuple[float, int, float, int, Notice]] = []
        self._changed = threading.Condition()
        self._n = 0
        self._ended = False
        self.sent = self.lost = 0
        self.failing = False
        self._thread = threading.Thread(target=self._run, name=f"notices {way}", daemon=True)
        self._thread.start()

    def put(self, notice: Notice) -> None:
        """Queue a notice. Never waits; if the queue is full, the notice is dropped."""
        now = time.monotonic()
        with self._changed:
            if len(self._waiting) >= self._most:
                self.lost += 1
                return
            self._n += 1
            heapq.heappush(self._waiting, (now, self._n, now + self._kept, 0, notice))
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """Return the number of waiting notices."""
        with self._changed:
            return len(self._waiting)

    @property
    def problem(self) -> str:
        """Return the current problem, in English and without an address, or "" if there is none."""
        if self.failing:
            return (
                f"notices by {self.way} are not accepted: {self.lost} lost, {self.waiting} waiting"
            )
        return ""

    def stop(self) -> None:
        """Stop, and discard notices that are still waiting."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._changed.notify()
        self._thread.join(ENDS_WITHIN)

    def _next(self) -> tuple[float, int, Notice] | None:
        """Wait for a notice that is due, and return (expiry, tries so far, notice).

        Return None once `stop` has been called.
        """
        with self._changed:
            while not self._ended:
                now = time.monotonic()
                if self._waiting and self._waiting[0][0] <= now:
                    _, _, until, tries, notice = heapq.heappop(self._waiting)
                    if until >= now:
                        return until, tries, notice
                    self.lost += 1
                    continue
                self._changed.wait(self._waiting[0][0] - now if self._waiting else None)
        return None

    def _run(self) -> None:
        while (found := self._next()) is not None:
            until, tries, notice = found
            if self._send(notice):
                self.sent, self.failing = self.sent + 1, False
                continue
            if not self.failing:
                log.warning("a notice by %s was not accepted", self.way)
            self.failing = True
            with self._changed:
                if tries >= len(self._pauses) or self._ended:
                    self.lost += 1
                    continue
                self._n += 1
                due = time.monotonic() + self._pauses[tries]
                heapq.heappush(self._waiting, (due, self._n, until, tries + 1, notice))


def by_apprise(notice: Notice) -> bool:
    """Send a notice with `apprise`, and return whether it was accepted."""
    import apprise

    try:
        one = apprise.Apprise.instantiate(notice.url, suppress_exceptions=True)
        return one is not None and bool(one.notify(title=notice.title, body=notice.body))
    except Exception as error:  # noqa: BLE001
        # A plugin is third-party code: its exceptions may have an address in their text.
        log.warning("a notification service failed: %s", type(error).__name__)
        return False


def hush() -> None:
    """Silence the logs of `apprise` and `urllib3`, because they contain addresses."""
    for name in ("apprise", "urllib3"):
        logging.getLogger(name).disabled = True
