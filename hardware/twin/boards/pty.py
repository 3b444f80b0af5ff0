"""The port of a simulated board on this machine: a pty that can be pulled out, and damaged.

It has a name that stays, as those in /dev/serial/by-id do; behind it is another pty each time it
is plugged in.
"""

import contextlib
import fcntl
import os
import struct
import termios
import tty
from collections.abc import Callable
from pathlib import Path

BITE = 65536

Harm = Callable[[bytes], bytes]
"""Alters the bytes of both ways."""


def unharmed(data: bytes) -> bytes:
    """Return the bytes as they are."""
    return data


class Pty:
    """One port, `path`, plugged in. Nothing here waits."""

    def __init__(self, path: Path) -> None:
        """Make the port."""
        self.path = path
        self.harm: Harm = unharmed
        self.sent = self.received = 0
        """How many bytes have ever gone to the host, and come from it."""
        self.changes = 0
        """How often it was plugged in or pulled out; what was under way is lost then."""
        self._ends: tuple[int, int] | None = None
        self.plug()

    @property
    def plugged(self) -> bool:
        """Return whether the port is there."""
        return self._ends is not None

    def fileno(self) -> int:
        """Return the board's end; -1 when the cable is out."""
        return self._ends[0] if self._ends else -1

    def plug(self) -> None:
        """Plug the cable in; nothing when it is in."""
        if self._ends is None:
            self.changes += 1
            ours, theirs = os.openpty()
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            # With an end of our own open, a port that nobody holds keeps what comes.
            self._ends = ours, theirs
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(theirs))

    def unplug(self) -> None:
        """Pull the cable out: the port is gone, what was under way is lost."""
        ends, self._ends = self._ends, None
        if ends:
            self.changes += 1
            self.path.unlink(missing_ok=True)
            for end in ends:
                os.close(end)

    def read(self) -> bytes:
        """Return what the host has sent, for the board."""
        if self._ends is None:
            return b""
        try:
            data = os.read(self._ends[0], BITE)
        except OSError:
            return b""
        self.received += len(data)
        return self.harm(data)

    def write(self, data: bytes) -> None:
        """Send what the board says; what finds no room is lost, as on a real line."""
        if self._ends is not None:
            with contextlib.suppress(OSError):
                self.sent += os.write(self._ends[0], self.harm(data))

    def unread(self) -> int:
        """Return how many bytes of the board the host has not taken."""
        if self._ends is None:
            return 0
        answer = fcntl.ioctl(self._ends[1], termios.FIONREAD, b"\0\0\0\0")
        return int(struct.unpack("i", answer)[0])
