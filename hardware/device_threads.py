"""Devices without a node link: the thread for each one, and whether it is connected.

A device counts as connected while it sends readable messages; garbage does not count.
"""

import logging
import threading
from abc import ABC, abstractmethod
from typing import Final

from controller.contract.errors import Sentence
from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import Scan
from hardware.ports import Clock, Put, problem_of
from hardware.serial_ports import port_problem

log = logging.getLogger(__name__)

PROGRAM: Final = "run:"
"""Prefix of a `port` that is a command to run; its standard output is read."""

SOCKET: Final = "socket://"
"""Prefix of a TCP address: `socket://host:port`."""

SILENT_MS: Final = 3000
"""The time (ms) without a readable message after which a device counts as lost."""

STAYS_MS: Final = 2000
"""The time (ms) without a recurrence after which a reported problem is cleared."""

MOST: Final = 10
"""The maximum number of problems kept for a device, so that it can't fill the log."""


class Presence:
    """The connection state of one device. `up` is true while it is connected."""

    def __init__(self, device: str, silence: Sentence, clock: Clock) -> None:
        """Watch `device`; if it sends no readable data, report the problem `silence`."""
        self.up = False
        self._device = device
        self._silence = silence
        self._clock = clock
        self._put: Put | None = None
        self._heard_at: int | None = None
        self._told_lost = False
        self._reason = ""
        self._complaints: dict[str, int] = {}

    @property
    def problem(self) -> str:
        """Return the device's name and its problem as a sentence, or "" if it has no problem."""
        what = self._reason or next(reversed(self._complaints), "")
        return problem_of(self._device, what) if what else ""

    def silent_since(self, opened: int) -> bool:
        """Return whether the device is lost and has been silent since its port was opened.

        `opened` is the time (ms) at which the port was opened.
        """
        return self._told_lost and self._clock() - opened > SILENT_MS

    def begin(self, put: Put) -> None:
        """Start reporting to `put`."""
        self._put = put
        self._heard_at = self._clock()

    def report(self, report: Scan | DeviceBack | DeviceLost) -> None:
        """Pass a report to `put`, or drop it if `begin` has not been called yet."""
        if self._put is not None:
            self._put(report)

    def here(self, now: int) -> None:
        """Record that the device has sent a readable message at `now` (ms)."""
        self._heard_at = now
        self._reason = ""
        if not self.up:
            self.up = True
            if self._told_lost:
                log.warning("%s: it is available again", self._device)
                self.report(DeviceBack(now, self._device))
            self._told_lost = False

    def look(self) -> None:
        """Report the device as lost after `SILENT_MS` of silence, and clear old problems."""
        now = self._clock()
        standing = {what: at for what, at in self._complaints.items() if now - at <= STAYS_MS}
        if len(standing) < len(self._complaints):
            self._complaints = standing
        silent = now - (self._heard_at or 0) > SILENT_MS
        if silent and not self._told_lost:
            self.up, self._told_lost = False, True
            self._reason = self._reason or self._silence
            log.warning("%s: %s; the table continues without it", self._device, self._reason)
            self.report(DeviceLost(now, self._device))

    def gone(self, why: str) -> None:
        """Record that the device's port has failed, for the reason `why`."""
        self._reason = why
        self.up = False
        self.look()

    def complain(self, what: str) -> None:
        """Report a problem with a device that is connected."""
        if what not in self._complaints:
            if len(self._complaints) >= MOST:
                return
            log.warning("%s: %s", self._device, what)
        self._complaints[what] = self._clock()


class WatchedDevice(ABC):
    """A driver for one device, in its own thread, so a failing device can't affect the others."""

    def __init__(self, kind: str, name: str, port: str, presence: Presence, again_s: float) -> None:
        """Create the thread, named after the kind and the device, without starting it.

        A port that has failed is reopened after `again_s` seconds.
        """
        self.name = name
        self.port = port
        self._presence = presence
        self._again_s = again_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"{kind} {name}", daemon=True)

    def start(self, put: Put) -> None:
        """Start reporting to `put`."""
        self._presence.begin(put)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and release the port."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(8)

    def alive(self) -> bool:
        """Return whether the thread is running, or has not been started yet."""
        return self._thread.is_alive() or self._thread.ident is None

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001 - a driver or a program may raise any
                self._presence.gone(_port_reason(self.port, error))
            self._stopping.wait(self._again_s)
            self._presence.look()

    @abstractmethod
    def _follow(self) -> None:
        """Open the port, and read the device until `_stopping` is set; raise any error."""

    def _is_stale(self, opened_at: int) -> bool:
        """Return whether a TCP connection opened at `opened_at` (ms) has been silent for too long.

        The other end may have restarted without closing the connection.
        """
        return self.port.startswith(SOCKET) and self._presence.silent_since(opened_at)


def _port_reason(port: str, error: Exception) -> str:
    """Return the reason why a port has failed, for the user.

    For a serial port, it also says how to fix the problem. For a program or a TCP socket, it is the
    port and the error's own text.
    """
    if not port.startswith((SOCKET, PROGRAM)):
        return port_problem(port, error)
    if isinstance(error, OSError | EOFError) and str(error):
        return f"{port}: {error}"
    return f"{port}: {type(error).__name__}: {error}".removesuffix(": ")
