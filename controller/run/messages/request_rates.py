"""Counts the requests of each user; a user who makes too many is refused.

Health reports name these users. A user is identified only if the broker vouches for the name
(`command/<name>/<user>`); all other requests are counted together. These functions are called from
the broker's thread and from the table's.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal

from controller.contract.public import ClientHealth
from hardware.node.rate_limits import Bucket

Offence = Literal["commands", "odd", "replays", "connections"]

RATES: Final[dict[Offence, tuple[float, float]]] = {
    "commands": (50.0, 200.0),
    "odd": (1.0, 20.0),
    "replays": (1.0, 3.0),
    "connections": (1.0, 20.0),
}
"""The tolerated rate (actions per second) and burst (actions) for each kind of action.

`commands` means all commands. `odd` means requests that no Tapis client sends: unreadable requests,
unknown commands, and requests without a known token. `replays` are refused requests for old events.
`connections` are connections to the broker.
"""

PROBLEMS: Final[dict[Offence, str]] = {
    "commands": "sends more commands than the table carries out: the excess is refused",
    "odd": "keeps sending invalid commands, or has no valid token",
    "replays": "asks to repeat more events than allowed: the excess is refused",
    "connections": "keeps reconnecting to the broker",
}

ODD: Final = frozenset({"bad-data", "token", "too-deep", "too-long", "unknown-command",
                        "unreadable"})  # fmt: skip
"""The reasons given in error replies to requests that no Tapis client would send."""

STAYS: Final = 15_000
"""The time (ms) for which health reports name a user after the last action that exceeded a rate."""

MOST: Final = 64
"""The maximum number of counts, one for each user and kind of action.

Beyond that, the least recently used count is dropped.
"""

CONNECTED: Final = re.compile(
    r"New client connected from (\S+) as (.+) \(p\d+, c\d+, k\d+, u'([^']*)'\)\.?$"
)
"""The line that mosquitto logs for a connection.

With `log_dest topic`, mosquitto also publishes it on the topic `WATCHED`.
"""

WATCHED: Final = "$SYS/broker/log/N"


class _Count:
    def __init__(self, offence: Offence, now: int) -> None:
        self.bucket = Bucket(*RATES[offence], now)
        self.over_at: int | None = None
        self.refused = 0
        self.client = ""


class Callers:
    """Counts each user's actions, separately for each kind in `RATES`."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Start with no counts; `clock` returns the time in ms."""
        self._clock = clock
        self._counts: OrderedDict[tuple[str, Offence], _Count] = OrderedDict()
        self._lock = threading.Lock()

    def within(self, user: str, offence: Offence, client: str = "") -> bool:
        """Count one action of a user; return False if that exceeds the tolerated rate.

        `offence` is the kind of action, as in `RATES`. `client` describes the sender for the health
        report.
        """
        now = self._clock()
        with self._lock:
            key = user, offence
            count = self._counts.setdefault(key, _Count(offence, now))
            self._counts.move_to_end(key)
            if len(self._counts) > MOST:
                self._counts.popitem(last=False)
            if count.bucket.take(now):
                return True
            count.over_at, count.client = now, client
            count.refused += 1
            return False

    def connected(self, line: str) -> None:
        """Count the connection that a line of the broker's log reports; ignore any other line."""
        found = CONNECTED.search(line)
        if found:
            address, client, user = found.groups()
            self.within(user, "connections", f"{client[:64]} from {address.rpartition(':')[0]}")

    def health(self) -> tuple[ClientHealth, ...]:
        """Return the users who exceeded a rate in the last 15 seconds, sorted by name."""
        now = self._clock()
        with self._lock:
            over = [
                ClientHealth(user, PROBLEMS[offence], count.client, count.refused)
                for (user, offence), count in self._counts.items()
                if count.over_at is not None and now - count.over_at <= STAYS
            ]
        return tuple(sorted(over, key=lambda one: (one.user, one.problem)))
