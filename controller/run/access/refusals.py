"""What was refused for want of a right, and whose asking it was: for the log and for health."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from controller.contract.public import RefusedHealth, RefusedWhat

log = logging.getLogger(__name__)

MOST_SOURCES: Final = 16
LONGEST_SOURCE: Final = 40
OTHERS: Final = "others"
EACH_UNTIL: Final = 10
TOLD_EVERY: Final = 1.0

SAID: Final[dict[RefusedWhat, str]] = {
    "pin": "a wrong PIN",
    "token": "a wrong token",
    "line": "a seat's private line, opened by another user",
}


class Refusals:
    """Counts what was refused, by what it was and where it came from; never what was given.

    Used in the table's loop alone. It neither grows nor floods the log, however much is tried: of
    many sources the last ones are `others`, and of many refusals of one source the log has the
    first ten, the 16th, the 32nd and so on, each with their count.
    """

    def __init__(self) -> None:
        """Know of none."""
        self._seen: dict[tuple[RefusedWhat, str], RefusedHealth] = {}
        self._told_at = 0.0
        self.tell: Callable[[], None] = lambda: None
        """Is called when there is something new to tell, about once a second at most."""

    def note(self, what: RefusedWhat, source: str) -> None:
        """Take one refusal in; `source` is whatever is known of who asked."""
        source = _plain(source)
        if (what, source) not in self._seen and len(self._seen) >= MOST_SOURCES:
            source = OTHERS
        known = self._seen.get((what, source))
        count = known.count + 1 if known else 1
        at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        self._seen[what, source] = RefusedHealth(what, source, count, at)
        if count <= EACH_UNTIL or count & (count - 1) == 0:
            log.warning("refused: %s, from %s (%d so far)", SAID[what], source, count)
        now = time.monotonic()
        if now - self._told_at >= TOLD_EVERY:
            self._told_at = now
            self.tell()

    def seen(self) -> tuple[RefusedHealth, ...]:
        """Return all refusals since the start, by what they were and their source."""
        return tuple(self._seen[key] for key in sorted(self._seen))


def _plain(source: str) -> str:
    """Return what can stand in a log: one line, and short."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in source[:LONGEST_SOURCE])
    return shown or "nobody who says a name"
