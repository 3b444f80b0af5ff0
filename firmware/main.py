"""The main loop of a board, which runs its serial line, its node and its watchdog."""

import gc
import json

from firmware.identity import read_key
from firmware.node import Node
from firmware.roles import open_role
from firmware.watchdog import TIMEOUT, Watchdog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FIFO = 2048

SLOWEST, USUAL, QUICKEST = 48, 133, 200
"""Clock rates of an RP2040 in MHz: the lowest, the highest at its usual voltage, and the highest at
a higher voltage."""

VOLTAGE, V_1_15, SETTLED_MS = 0x40064000, 0xC1, 2
"""The address of the RP2040's register VREG, its value for 1.15 V with the regulator on, and the
settling time (ms)."""

WELL = 20000
"""A new copy of the firmware counts as working once all tasks have kept making progress for this
long (ms), or earlier if a host welcomes the node."""


class Uart:
    """The link over a UART, through a USB adapter or directly to the Pi."""

    def __init__(self, machine: "Any", options: dict, baud: int) -> None:  # type: ignore[type-arg]
        """Open the UART with this baud rate.

        `options` may contain `id`, the number of the UART (0 by default), and its pins `tx` and
        `rx` (0 and 1 by default).
        """
        self._uart = machine.UART(
            options.get("id", 0), baudrate=baud, tx=machine.Pin(options.get("tx", 0)),
            rx=machine.Pin(options.get("rx", 1)), rxbuf=FIFO, txbuf=FIFO,
        )  # fmt: skip
        self._rate = baud // 10
        self._free = 0

    def read(self) -> bytes:
        """Return the bytes received so far, without waiting for more.

        The port's own `read`, if called without a count, goes on reading while bytes keep arriving,
        for up to a whole frame. This method passes the count from the port's `any`, which is exact
        on an RP2040 and an ESP32.
        """
        count = self._uart.any()
        return self._uart.read(count) or b"" if count else b""

    def room(self, now: int) -> int:
        """Return how many bytes the port accepts without blocking."""
        return FIFO - max(self._free - now, 0) * self._rate // 1000

    def write(self, data: bytes, now: int) -> None:
        """Send bytes; `now` is in milliseconds."""
        self._uart.write(data)
        self._free = max(self._free, now) + len(data) * 1000 // self._rate + 1


class Usb:
    """The link over a board's second USB serial port; the first one keeps the MicroPython prompt.

    It requires the package `usb-device-cdc` from micropython-lib on the board.
    """

    def __init__(self) -> None:
        import usb.device  # type: ignore[import-not-found]
        from usb.device.cdc import CDCInterface  # type: ignore[import-not-found]

        self._port = CDCInterface()
        self._port.init(timeout=0, txbuf=FIFO, rxbuf=FIFO)
        usb.device.get().init(self._port, builtin_driver=True)
        self._waiting = b""

    def read(self) -> bytes:
        """Return the bytes received since the last call."""
        return self._port.read(FIFO) or b""

    def room(self, _now: int) -> int:
        """Return how many bytes the port accepts now."""
        self._flush()
        return 0 if self._waiting else FIFO

    def write(self, data: bytes, _now: int) -> None:
        """Send as many bytes as fit now, and queue the rest."""
        self._waiting += data
        self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._waiting = self._waiting[self._port.write(self._waiting) or 0 :]


class NodeLoop:
    """The main loop of a node. Each pass receives, acts, sends and feeds the watchdog."""

    def __init__(
        self, node: Node, line: "Any", watchdog: Watchdog, confirm: "Callable[[], None]", now: int,
        warning: str = "",
    ) -> None:  # fmt: skip
        """Begin at `now` ms, with the serial line `line`.

        `confirm` is called once, when new firmware has been proven to work.
        A `warning` is sent to the host once the host is connected.
        """
        self._node = node
        self._line = line
        self._watchdog = watchdog
        self._confirm: "Callable[[], None] | None" = confirm
        self._since = now
        self._warning = warning
        if hasattr(gc, "threshold"):
            gc.threshold(-1)  # the imports are over, and a role now chooses when to collect

    def turn(self, now: int) -> int:
        """Run one pass; return the time (ms) by which to run the next one, even without input."""
        node, line = self._node, self._line
        out = node.turn(line.read(), now, line.room(now))
        if out:
            line.write(out, now)
        self._watchdog.turn(now, node.done)
        if self._confirm is not None:
            if now - min(node.done.values()) > 1000:
                self._since = now
            if node.up or now - self._since >= WELL:
                self._confirm()
                self._confirm = None
        if self._warning and node.up:
            node.log("warning", self._warning)
            self._warning = ""
        return node.due(now)


class Platform:
    """The hardware interface of an RP2040, as used by a role."""

    def __init__(
        self, machine: "Any", sleep_us: "Callable[[int], None]", ticks_us: "Callable[[], int]",
        boot: int,
    ) -> None:  # fmt: skip
        self.machine = machine
        self.sleep_us = sleep_us
        self.ticks_us = ticks_us
        """Returns the board's time in microseconds, which wraps around from 2 ** 30 - 1 to 0."""
        self.tidy: "Callable[[], object]" = gc.collect
        """Collects garbage on the heap."""
        self.boot = boot
        self.millis: "Callable[[], int]" = lambda: 0
        """Returns the node's time (ms) at any instant, even when a timer calls it."""


def quicken(
    machine: "Any", board: str, sleep_ms: "Callable[[int], object]", mhz: int = QUICKEST
) -> str:
    """Run an RP2040 at `mhz` MHz, within its rated 48 to 200; leave other boards unchanged.

    `board` is the board's name in `sys.implementation`. Call this before anything that depends on
    the clock, because SPI, serial ports and state machines derive their rates from it. Return "",
    or a message for the host if the board rejects the rate. Raises `ValueError` for a rate out of
    range.
    """
    if not isinstance(mhz, int) or not SLOWEST <= mhz <= QUICKEST:
        raise ValueError(f"role.json: clock must be {SLOWEST} to {QUICKEST} MHz, not {mhz!r}")
    if "RP2040" not in board:
        return ""
    try:
        if mhz > USUAL:
            machine.mem32[VOLTAGE] = V_1_15
            sleep_ms(SETTLED_MS)
        machine.freq(mhz * 1000000)
    except (AttributeError, OSError, ValueError) as error:
        return f"the board can't run at {mhz} MHz ({error}), so it reads more slowly"
    return ""


def run(watchdog: "Any", confirm: "Callable[[], None]") -> None:
    """Run the node described in /role.json; never returns.

    `watchdog` is a running watchdog, or None. `confirm` is called once the firmware has been proven
    to work. Raises `ValueError` for an invalid role file, and `OSError` if it is missing.
    """
    import os
    import sys
    import time

    import machine  # type: ignore[import-not-found,unused-ignore]

    with open("/role.json") as file:
        role = json.load(file)
    kind = getattr(sys.implementation, "_machine", "")
    sleep_ms = time.sleep_ms  # type: ignore[attr-defined]
    warning = quicken(machine, kind, sleep_ms, role.get("clock", QUICKEST))
    ticks_ms, ticks_diff = time.ticks_ms, time.ticks_diff  # type: ignore[attr-defined]
    board = Platform(
        machine,
        time.sleep_us,  # type: ignore[attr-defined]
        time.ticks_us,  # type: ignore[attr-defined]
        int.from_bytes(os.urandom(4), "big"),
    )
    options = role.get("line", {})
    line = Usb() if options.get("kind") == "usb" else Uart(
        machine, options, role.get("baud", 115200)
    )  # fmt: skip
    seed = os.urandom(16)
    now = 0
    node = Node(role, open_role(role, board, now), board.boot, now, read_key(), seed)
    dog = Watchdog(lambda: machine.WDT(timeout=TIMEOUT), now, watchdog)
    loop = NodeLoop(node, line, dog, confirm, now, warning)
    ticks = ticks_ms()
    board.millis = lambda: now + ticks_diff(ticks_ms(), ticks)
    while True:
        due = loop.turn(now)
        # Sleep for only a millisecond at a time, so that input does not wait longer.
        if due > now:
            sleep_ms(1)
        after = ticks_ms()
        # The ticks wrap around after some days, but `now` never does.
        now += ticks_diff(after, ticks)
        ticks = after
