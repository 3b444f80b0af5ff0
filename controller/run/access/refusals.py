"""Counts the requests that were refused for lack of rights, by kind and by source.

The counts appear in the log and in health reports.
"""

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
    """Counts refusals by kind and by source; it never stores the PIN or token that was given.

    It is used only in the table's loop. Memory use and the log stay small, however many attempts
    are made. Sources beyond a maximum number are counted together as `others`. For each source,
    only the first ten refusals are logged, and after that the 16th, the 32nd and so on.
    """

    def __init__(self) -> None:
        """Start with no refusals."""
        self._seen: dict[tuple[RefusedWhat, str], RefusedHealth] = {}
        self._told_at = 0.0
        self.tell: Callable[[], None] = lambda: None
        """A function that is called when refusals are counted, but at most about once a second."""

    def note(self, what: RefusedWhat, source: str) -> None:
        """Count one refusal.

        `what` is the kind of refusal. `source` says who made the request, as precisely as is known.
        """
        shown = "".join(sign if sign.isprintable() else "?" for sign in source[:LONGEST_SOURCE])
        source = shown or "somebody who gives no name"
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
        """Return the refusals counted since the start, in order of kind and source."""
        return tuple(self._seen[key] for key in sorted(self._seen))
