"""The role `antennas`: one reader behind a multiplexer, each antenna scanned by its period."""

import json

from firmware import iso15693
from firmware.drivers.pn5180 import ISO15693, Pn5180, Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from firmware import messages
    from firmware.node import Node

PERIOD = 100
PINS = {"bus": 0, "sck": 18, "mosi": 19, "miso": 16, "nss": 17, "busy": 20, "reset": 21}
MULTIPLEXER = (10, 11, 12, 13)
THOROUGH = 4
SLICE_US = 20000
RETRY = 500
TRIES = 3


class Antenna:
    """One antenna: when it is due, and what it knows of its field."""

    def __init__(self, index: int, period: int) -> None:
        self.index = index
        self.period = period
        self.due = 0
        self.scans = 0
        self.field = iso15693.Field()


class Antennas:
    """The role."""

    can = ("iso15693",)

    def __init__(self, role: dict, board: "Any", now: int) -> None:  # type: ignore[type-arg]
        """Take pins and antennas from the role file."""
        wanted = role.get("antennas", 1)
        if isinstance(wanted, int):
            wanted = [{}] * wanted
        self._antennas = [
            Antenna(index, one.get("period", PERIOD)) for index, one in enumerate(wanted)
        ]
        pins = dict(PINS)
        pins.update(role.get("pins", {}))
        pin = board.machine.Pin
        self._select = [pin(number, pin.OUT, value=0) for number in role.get("mux", MULTIPLEXER)]
        spi = {"baudrate": 4000000}
        for name in ("sck", "mosi", "miso"):
            spi[name] = pin(pins[name])
        self._chip = Pn5180(board, pins["bus"], pins["nss"], pins["busy"], pins["reset"], spi)
        self._begun = False
        self._scan: "Generator[Any, Any, list[bytes]] | None" = None
        self._asking: "Any" = None
        self._antenna = self._antennas[0]
        self._read: "tuple[int, list[bytes]] | None" = None
        self._failures = 0
        self._again = now

    def due(self, now: int) -> int:
        """Give when something is to be done."""
        if self._read is not None or self._scan is not None:
            return now
        if not self._begun:
            return self._again
        return min([antenna.due for antenna in self._antennas])

    def silent(self, now: int) -> None:
        """Nothing moves here."""

    def command(self, command: "messages.Command", now: int) -> None:
        """Take periods from the host: `config` with {"periods": [ms, ...]}."""
        if command.what != "config":
            return
        periods = json.loads(command.value).get("periods", [])
        for antenna, period in zip(self._antennas, periods):
            antenna.period = max(int(period), 10)
            antenna.due = min(antenna.due, now + antenna.period)

    def step(self, now: int, node: "Node") -> None:
        """Report the last scan, and go on with the next."""
        if self._read is not None:
            node.snapshot(self._read[0], now, self._read[1])
            self._read = None
        try:
            if not self._begun:
                self._chip.begin()
                self._begun = True
            elif self._scan is None:
                self._next(now)
            if self._scan is not None:
                self._go_on()
        except Silent as error:
            self._fail(error, now, node)

    def _next(self, now: int) -> None:
        antenna = min(self._antennas, key=lambda one: one.due)
        if antenna.due > now:
            return
        self._antenna = antenna
        antenna.due = max(antenna.due + antenna.period, now)
        antenna.scans += 1
        for place, pin in enumerate(self._select):
            pin.value(antenna.index >> place & 1)
        self._chip.on(ISO15693)
        self._scan = antenna.field.scan(antenna.scans % THOROUGH == 0 and bool(antenna.scans))
        self._asking = next(self._scan)

    def _go_on(self) -> None:
        chip, scan = self._chip, self._scan
        chip.slept = 0
        try:
            while chip.slept < SLICE_US:
                self._asking = scan.send(chip.vicinity(*self._asking))
        except StopIteration as end:
            chip.off()
            self._scan = None
            self._read = (self._antenna.index, end.value)
            self._failures = 0

    def _fail(self, error: Exception, now: int, node: "Node") -> None:
        self._scan = None
        self._begun = False
        self._failures += 1
        self._again = now + RETRY
        if self._failures == TRIES:
            node.event("fault", now, 0, str(error))
