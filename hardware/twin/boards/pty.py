"""The port of a simulated board on this machine: a pty that can be unplugged, and can corrupt data.

It has a stable name, like those in /dev/serial/by-id, which refers to a new pty each time the port
is plugged in.
"""

import contextlib
import os
import tty
from collections.abc import Callable
from pathlib import Path

BITE = 65536

Harm = Callable[[bytes], bytes]
"""A function that takes bytes and returns them with the errors of a bad line; it is applied in both
directions."""


def unharmed(data: bytes) -> bytes:
    """Return the bytes unchanged, for a line without errors."""
    return data


class Pty:
    """A simulated serial port at `path`, initially plugged in. No method blocks."""

    def __init__(self, path: Path) -> None:
        """Create the port at `path`, plugged in."""
        self.path = path
        self.harm: Harm = unharmed
        self.sent = self.received = 0
        """Total bytes sent to the host, and received from it."""
        self.changes = 0
        """Number of times the port has been plugged in or unplugged; both lose bytes in transit."""
        self._ends: tuple[int, int] | None = None
        self.plug()

    @property
    def plugged(self) -> bool:
        """Return whether the port is plugged in."""
        return self._ends is not None

    def fileno(self) -> int:
        """Return the file descriptor of the board's end, or -1 if the cable is unplugged."""
        return self._ends[0] if self._ends else -1

    def plug(self) -> None:
        """Plug the cable in; has no effect if it is already plugged in."""
        if self._ends is None:
            self.changes += 1
            ours, theirs = os.openpty()
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            # With both ends open here, a port that no program holds keeps its data.
            self._ends = ours, theirs
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(theirs))

    def unplug(self) -> None:
        """Unplug the cable: the port disappears, and bytes in transit are lost."""
        ends, self._ends = self._ends, None
        if ends:
            self.changes += 1
            self.path.unlink(missing_ok=True)
            for end in ends:
                os.close(end)

    def read(self) -> bytes:
        """Return the bytes that the host has sent to the board."""
        if self._ends is None:
            return b""
        try:
            data = os.read(self._ends[0], BITE)
        except OSError:
            return b""
        self.received += len(data)
        return self.harm(data)

    def write(self, data: bytes) -> None:
        """Send the board's bytes to the host; those that do not fit are lost, as on a real line."""
        if self._ends is not None:
            with contextlib.suppress(OSError):
                self.sent += os.write(self._ends[0], self.harm(data))
