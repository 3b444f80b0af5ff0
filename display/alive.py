"""Report to systemd that a screen has started and is still running.

It uses `Type=notify` and `WatchdogSec`.
"""

import os
import socket
import time
from contextlib import suppress


class ServiceWatchdog:
    """Notifies systemd's watchdog whenever a screen's loop asks whether to stop.

    It is passed to the loop in place of a stop flag, but never asks the loop to stop.
    """

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        every = os.environ.get("WATCHDOG_USEC", "")
        self._every = int(every) / 3_000_000 if every.isdecimal() else 10.0
        self._due = 0.0
        self._ready = False

    def is_set(self) -> bool:
        """Return False; if a notification is due, tell systemd that the screen is alive."""
        now = time.monotonic()
        if self._address and now >= self._due:
            self._due = now + self._every
            self._say("WATCHDOG=1" if self._ready else "READY=1")
            self._ready = True
        return False

    def _say(self, state: str) -> None:
        address = self._address
        if address.startswith("@"):
            address = "\0" + address[1:]
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
        with suppress(OSError), socket.socket(socket.AF_UNIX, kind) as end:
            end.sendto(state.encode(), address)
