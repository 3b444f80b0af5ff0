"""Checks a node's port for floods, for data that is not from a node, and for forged frames.

Forged frames are intact, but the node did not send them.
"""

import logging
import re

from controller.contract.errors import Sentence
from hardware.ports import problem_of

log = logging.getLogger(__name__)

MOST_FRAMES = 2000
"""The frames per second above which a port is faulty: 115,200 baud carries at most half as many."""

MOST_BYTES = 150_000
"""The bytes per second above which a port is faulty: 1,000,000 baud carries 100,000."""

SIP = 256
SIPS = 0.1
"""The interval (s of wall time) at which `SIP` bytes are read from a flooding node, in case it has
returned to normal."""

MOST_LINES = 20
"""Maximum number of log lines from a node that are logged per second; the others are dropped."""

UID = re.compile(r"(?:[0-9A-Fa-f]{2}[ :-]?){4,}")

NONSENSE = 3
"""If this many invalid frames arrive and no valid one, the data is not from a node."""

LONG = 4096
"""If this many bytes arrive and no valid frame, the data is not from a node."""

MANY = 3
"""The number of forged frames within `WHILE` that can't be an accident: noise makes only one in
65,536 damaged frames look intact."""

WHILE = 60_000
"""The period (ms) over which forged frames are counted."""


class Traffic:
    """Counts the traffic on a port, using the link's clock (ms).

    Frames and bytes are counted second by second. Forged frames, those that the node did not seal
    and replays of old ones, are counted minute by minute.
    """

    def __init__(self, name: str, port: str, now: int) -> None:
        """Start counting the messages of the device `name` on `port`."""
        self.flood: str = ""
        """The problem with the node and its remedy while it floods the port, or ""."""
        self.strangers: str = ""
        """The problem with the port and its remedy while there are many forged frames, or ""."""
        self._name = name
        self.port = port
        self._since = now
        self._frames = self._frames_before = 0
        self._bytes = 0
        self._lines = 0
        self._opened = (0, 0)
        self._since_opened = 0
        self._sipped = 0.0
        self._counted_since = now
        self._forged = self._forged_before = 0

    def opened(self, good: int, bad: int) -> None:
        """Reset the counts for a port that has just been opened.

        `good` and `bad` are the numbers of valid and invalid frames so far.
        """
        self._opened = good, bad
        self._since_opened = 0

    def came(self, size: int) -> None:
        """Count bytes received."""
        self._bytes += size
        self._since_opened += size

    def floods(self, frames: int, now: int) -> bool:
        """Return whether more bytes or frames have arrived this second than a node needs to send.

        `frames` counts all frames since the start, good and bad.
        """
        self._frames = frames
        if now - self._since >= 1000:
            if not self._too_much():
                self.flood = ""
            self._since, self._frames_before = now, frames
            self._bytes = self._lines = 0
        if not self._too_much():
            return False
        if not self.flood:
            what = Sentence(
                "the node on {port} sends more than {frames} frames or {kilobytes} kB a second, "
                "and the excess is ignored: reset the node; if it happens again, reinstall its "
                "firmware (tapis firmware install PORT)",
                port=self.port,
                frames=MOST_FRAMES,
                kilobytes=MOST_BYTES // 1000,
            )
            self.flood = problem_of(self._name, what)
            log.error("%s", self.flood)
        return True

    def sip(self, now: float) -> int:
        """Return how many bytes of a flood to read now, or 0 for none.

        `now` is in seconds on the monotonic clock.
        """
        if now - self._sipped < SIPS:
            return 0
        self._sipped = now
        return SIP

    def line(self) -> int:
        """Count a line that the node sends for the log; return its number in this second."""
        self._lines += 1
        return self._lines

    def nonsense(self, good: int, bad: int) -> str:
        """Return the problem if only invalid data has arrived since the port was opened.

        Return "" if a valid frame has arrived, or if there is too little data to tell.
        """
        much = bad - self._opened[1] >= NONSENSE or self._since_opened >= LONG
        if good > self._opened[0] or not much:
            return ""
        what = Sentence(
            "the data from {port} makes no sense: this is a different device, or a node running "
            "at a different speed; check port and baud for this device in table.toml",
            port=self.port,
        )
        return problem_of(self._name, what)

    def forged(self, forged: int, now: int) -> None:
        """Update `strangers`, given the number of forged frames since the start."""
        if now - self._counted_since >= WHILE:
            if forged == self._forged:
                self.strangers = ""
            self._counted_since, self._forged_before = now, forged
        if not self.strangers and forged - self._forged_before >= MANY:
            what = Sentence(
                "{port} is receiving frames that its node did not send: another device is on "
                "this line or is replaying old frames. They are ignored; check the cable and "
                "everything connected to it",
                port=self.port,
            )
            self.strangers = problem_of(self._name, what)
            log.error("%s", self.strangers)
        self._forged = forged

    def _too_much(self) -> bool:
        return self._frames - self._frames_before > MOST_FRAMES or self._bytes > MOST_BYTES


def plain(said: str, most: int = 40) -> str:
    """Return at most `most` characters of received text, with unprintable ones replaced by "?"."""
    return "".join(sign if sign.isprintable() else "?" for sign in said[:most])


def without_uids(said: str, most: int) -> str:
    """Return received text as `plain` does, with uids removed, because they identify cards."""
    return UID.sub("(uid)", plain(said, most))
