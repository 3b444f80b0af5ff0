"""Sends notices of one way in a thread of its own: a bounded queue, retries with a limit.

Nobody waits for it. What is too old to be of use is not sent, and what could not be is counted.
"""

import heapq
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

MOST: Final = 500
"""So many notices wait at most; more are not taken."""

PAUSES: Final = (5.0, 30.0, 120.0)
"""What was not taken is sent again after so many seconds, and then no more."""

KEPT: Final = 300.0
"""A notice that is older than so many seconds is of no use to anybody."""

ENDS_WITHIN: Final = 1.0


class Notice(NamedTuple):
    """What is sent where; its text tells neither address nor words."""

    url: str
    title: str
    body: str

    def __repr__(self) -> str:
        """Return nothing of it: it may end up in a log."""
        return "Notice()"


Send = Callable[[Notice], bool]
"""Sends a notice, and says whether it was taken; it may take its time, and raise nothing."""


class Post:
    """The notices of one way. For any thread."""

    def __init__(
        self, way: str, send: Send, pauses: Sequence[float] = PAUSES, most: int = MOST,
        kept: float = KEPT,
    ) -> None:  # fmt: skip
        """Begin to send."""
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
        """Have a notice sent. Never waits; it is lost where too many wait."""
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
        """Return how many wait."""
        with self._changed:
            return len(self._waiting)

    @property
    def problem(self) -> str:
        """Return what is wrong, in English and without an address; "" while all is well."""
        if self.failing:
            return f"notices by {self.way} are not taken: {self.lost} lost, {self.waiting} wait"
        return ""

    def stop(self) -> None:
        """End; what waits is not sent any more."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._changed.notify()
        self._thread.join(ENDS_WITHIN)

    def _next(self) -> tuple[float, int, Notice] | None:
        """Wait for a notice that is due; None in the end."""
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
                log.warning("a notice by %s is not taken", self.way)
            self.failing = True
            with self._changed:
                if tries >= len(self._pauses) or self._ended:
                    self.lost += 1
                    continue
                self._n += 1
                due = time.monotonic() + self._pauses[tries]
                heapq.heappush(self._waiting, (due, self._n, until, tries + 1, notice))


def by_apprise(notice: Notice) -> bool:
    """Send a notice by `apprise`, and say whether it was taken."""
    import apprise

    try:
        one = apprise.Apprise.instantiate(notice.url, suppress_exceptions=True)
        return one is not None and bool(one.notify(title=notice.title, body=notice.body))
    except Exception as error:  # noqa: BLE001
        # A plugin is somebody else's: what it raises may have an address in its text.
        log.warning("a service of notices fails: %s", type(error).__name__)
        return False


def hush() -> None:
    """Have `apprise` log nothing: it names addresses."""
    for name in ("apprise", "urllib3"):
        logging.getLogger(name).disabled = True
