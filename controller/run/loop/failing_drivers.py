"""Wrappers for drivers that may raise exceptions.

A failure is reported. The table runs without the device, and the wrapper keeps trying to open it
again.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from controller.contract.errors import sentence_of
from controller.contract.observations import DeviceBack, DeviceLost
from controller.run.lights.ring import Rgb
from controller.run.lights.ring_output import Leds
from hardware.ports import Clock, DeviceStatus, Driver, Put, Report, Reporting, problem_of

log = logging.getLogger(__name__)

AGAIN_S: Final = 5.0
"""The time in seconds between attempts to open a failed driver."""


def reason(error: Exception) -> str:
    """Return the message of an exception, preceded by the name of its type.

    The name is left out for an `OSError` that has a message. For a `TapisError`, the message is a
    `Sentence`, which can be translated.
    """
    text = sentence_of(error)
    return text if text and isinstance(error, OSError) else f"{type(error).__name__}: {text}"


class _HeldReports:
    """Holds back a driver's reports until it has started."""

    def __init__(self, put: Put) -> None:
        self._put = put
        self._held: list[Report] | None = []
        self._lock = threading.Lock()

    def __call__(self, report: Report) -> None:
        with self._lock:
            if self._held is None:
                self._put(report)
            else:
                self._held.append(report)

    def release(self) -> None:
        """Pass on the reports held back, in order; later reports are passed on immediately."""
        with self._lock:
            for report in self._held or ():
                self._put(report)
            self._held = None


class RetriedDriver:
    """A wrapper that retries opening a driver until it succeeds."""

    def __init__(
        self,
        missing: Sequence[DeviceStatus],
        open_driver: Callable[[], Driver],
        clock: Clock,
        *,
        zones: Sequence[tuple[str, str]] = (),
        again_s: float = AGAIN_S,
    ) -> None:
        """Store `open_driver`, which opens the driver, without calling it.

        `missing` lists the statuses of the driver's devices while it is not open. `zones` are the
        (device, zone) pairs that can't be read until then. `again_s` is the time between attempts,
        in seconds.
        """
        self.name = missing[0].name
        self._missing = tuple(missing)
        self._open = open_driver
        self._clock = clock
        self._zones = tuple(zones)
        self._again_s = again_s
        self._problem = ""
        self._driver: Driver | None = None
        self._started = False
        self._blind = False
        self._put: Put | None = None
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._retry, name=f"open {self.name}", daemon=True)

    def try_to_open(self) -> bool:
        """Open the driver unless it is open; return whether it is open now.

        If the table has already started, the driver is started too.
        """
        with self._lock:
            if self._stopping.is_set():
                return self._driver is not None
            try:
                if self._driver is None:
                    self._driver = self._open()
                if self._put is not None and not self._started:
                    held = _HeldReports(self._put)
                    self._driver.start(held)
                    # First report all zones as back: the driver itself then reports missing ones.
                    self._tell_zones(DeviceBack)
                    held.release()
                    self._started = True
            except Exception as error:  # noqa: BLE001 - a driver may raise any
                if (problem := reason(error)) != self._problem:
                    self._problem = problem
                    log.warning("%s: %s; the table continues without it", self.name, problem)
                if self._driver is not None:
                    _let_go(self._driver)
                    self._driver = None
                return False
            if self._problem:
                log.warning("%s: it is available now", self.name)
                self._problem = ""
            return True

    def start(self, put: Put) -> None:
        """Start the driver; if that fails, keep trying to open it in the background."""
        self._put = put
        if not self.try_to_open():
            self._tell_zones(DeviceLost)
            self._thread.start()

    def _tell_zones(self, report: type[DeviceLost | DeviceBack]) -> None:
        """Report all of the driver's zones as lost or as back.

        `report` is the type of the reports. Do nothing before `start` is called, or if this has
        already been reported.
        """
        if self._put is None or self._blind == (report is DeviceLost):
            return
        self._blind = report is DeviceLost
        for device, zone in self._zones:
            self._put(report(self._clock(), device, zone))

    def stop(self) -> None:
        """Stop the driver, and stop trying to open it; may be called twice."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(5)
        if self._driver is not None:
            _let_go(self._driver)

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the statuses of the driver's devices.

        While the driver is not open, its devices are down, with the reason if it is known.
        """
        if self._driver is not None and isinstance(self._driver, Reporting):
            return self._driver.statuses()
        why = self._problem
        return tuple(
            replace(one, up=False, problem=problem_of(one.name, why) if why else "")
            for one in self._missing
        )

    def _retry(self) -> None:
        while not self._stopping.wait(self._again_s):
            if self.try_to_open():
                return


def _let_go(driver: Driver) -> None:
    try:
        driver.stop()
    except Exception:
        log.exception("a driver can't be stopped")


class RetriedLeds:
    """LEDs whose driver may fail; after a failure, the next `show` tries to open the driver again.

    At least `again_s` seconds pass between attempts.
    """

    def __init__(
        self,
        leds: int,
        open_leds: Callable[[], Leds],
        *,
        again_s: float = AGAIN_S,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the LEDs; if that fails, store the reason in `problem` and raise nothing.

        `leds` is the number of LEDs. `open_leds` opens their driver. `ticks` returns the time in
        seconds.
        """
        self.leds = leds
        self.problem = ""
        self._open = open_leds
        self._again_s = again_s
        self._ticks = ticks
        self._leds: Leds | None = None
        self._next = 0.0
        self._try()

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Show one colour per LED; return whether anything had to be sent to the LEDs.

        Return False if their driver fails or is not open.
        """
        if self._leds is None and self._ticks() >= self._next:
            self._try()
        if self._leds is None:
            return False
        try:
            return self._leds.show(frame)
        except Exception as error:  # noqa: BLE001 - a driver may raise any
            self._failed(error)
            return False

    def close(self) -> None:
        """Turn all LEDs off; ignore an error from their driver."""
        if self._leds is not None:
            with contextlib.suppress(Exception):
                self._leds.close()
            self._leds = None

    def _try(self) -> None:
        try:
            self._leds = self._open()
        except Exception as error:  # noqa: BLE001 - a driver may raise any
            self._failed(error)
        else:
            self.problem = ""

    def _failed(self, error: Exception) -> None:
        self.close()
        self._next = self._ticks() + self._again_s
        if (problem := reason(error)) != self.problem:
            log.warning("ring: %s; the table continues without it", problem)
        self.problem = problem
