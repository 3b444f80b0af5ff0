"""Requests refused for lack of rights, counted by kind and source for the log and health report."""

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
    """Counts refusals by kind and source; never stores the secret that was given.

    Used only in the table's loop. Neither its memory nor the log grows without limit, however many
    attempts are made: beyond a maximum number of sources, the rest count as `others`, and only a
    source's first ten refusals, the 16th, the 32nd and so on are logged, each with its count.
    """

    def __init__(self) -> None:
        """Begin without any refusal."""
        self._seen: dict[tuple[RefusedWhat, str], RefusedHealth] = {}
        self._told_at = 0.0
        self.tell: Callable[[], None] = lambda: None
        """A callback for news, called about once a second at most."""

    def note(self, what: RefusedWhat, source: str) -> None:
        """Count one refusal; `source` identifies the requester as precisely as possible."""
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
        """Return all refusals since the start, ordered by kind and source."""
        return tuple(self._seen[key] for key in sorted(self._seen))


def _plain(source: str) -> str:
    """Return a source in a form fit for a log: one short line."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in source[:LONGEST_SOURCE])
    return shown or "nobody who says a name"
