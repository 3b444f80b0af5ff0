"""How much comes over a serial port: whether it is too much, or nothing that a node says."""

MOST_FRAMES = 2000
"""More frames a second than this are a fault: 115,200 baud carry half of it at most."""

MOST_BYTES = 150_000
"""More bytes a second than this are a fault too: 1,000,000 baud carry 100,000."""

SIP = 256
SIPS = 0.1
"""Of a node that floods so many bytes are read once in so many seconds, by the wall: it is there,
and may have fallen back to what a node has to say."""

MOST_LINES = 20
"""So many lines a second of a node's own log are logged."""

NONSENSE = 3
"""So many frames that are none, and not one that is, are no accident."""

LONG = 4096
"""Nor are so many bytes, and not one frame."""


class Traffic:
    """Counts what comes over a port, second by second of the link's clock (ms)."""

    def __init__(self, name: str, port: str, now: int) -> None:
        """Begin to count for the device `name` on `port`."""
        self.flood = ""
        """What is wrong while too much comes, and what to do."""
        self._name = name
        self.port = port
        self._since = now
        self._frames = self._frames_before = 0
        self._bytes = 0
        self._lines = 0
        self._opened = (0, 0)
        self._since_opened = 0
        self._sipped = 0.0

    def opened(self, good: int, bad: int) -> None:
        """Begin anew with a port that has just been opened; so many frames came before."""
        self._opened = good, bad
        self._since_opened = 0

    def came(self, size: int) -> None:
        """Count bytes."""
        self._bytes += size
        self._since_opened += size

    def floods(self, frames: int, now: int) -> bool:
        """Return whether more has come in this second than a node can have to say.

        `frames` are those since the start, good and bad.
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
            self.flood = (
                f"{self._name}: the node on {self.port} sends more than {MOST_FRAMES} frames or"
                f" {MOST_BYTES // 1000} kB a second, and is heard in part only: reset it; if it"
                " does so again, reinstall its firmware: tapis firmware install PORT"
            )
        return True

    def sip(self, now: float) -> int:
        """Return how many bytes of a flood are to be read at `now` (s, monotonic), 0 for none."""
        if now - self._sipped < SIPS:
            return 0
        self._sipped = now
        return SIP

    def line(self) -> int:
        """Count a line of the node's own log; give which of this second it is, from 1."""
        self._lines += 1
        return self._lines

    def nonsense(self, good: int, bad: int) -> str:
        """Return what is wrong when nothing that has come since the opening is a frame."""
        much = bad - self._opened[1] >= NONSENSE or self._since_opened >= LONG
        if good > self._opened[0] or not much:
            return ""
        return (
            f"{self._name}: what comes over {self.port} makes no sense: it is another device, or"
            " a node of another speed: look at port and baud of this device in table.toml"
        )

    def _too_much(self) -> bool:
        return self._frames - self._frames_before > MOST_FRAMES or self._bytes > MOST_BYTES
