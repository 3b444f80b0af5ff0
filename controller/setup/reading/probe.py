"""Discovers plugged-in devices (nodes on serial ports, PC/SC readers), and returns their reads.

There is no config yet, so every node is asked to identify itself.
"""

import json
import queue
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from controller.contract.errors import sentence_of
from controller.contract.scans import AntennaPlan, Scan
from firmware.link.handshake import NO_KEYS, Keys
from firmware.link.messages import Command
from hardware.node.link import Joined, Link, Read, Said
from hardware.pepper import PepperDriver, pepper_at
from hardware.pepper_protocol import ANTENNAS
from hardware.ports import Driver, Report, without_device
from hardware.serial_ports import BY_ID, serial_ports

RATES = (115200, 1000000)
ASKED_FOR = 4.0
"""The time in seconds that a node may take to identify itself, at each baud rate."""

READER_PERIOD = 250
BETWEEN = "\0"
"""The separator between port and antenna number in an antenna's provisional name."""

QUICK = json.dumps({"periods": [100] * 16})


class Found(msgspec.Struct, frozen=True):
    """A device on a port. `problem` is why it did not respond, or "" if it did."""

    kind: str
    port: str
    node: str = ""
    role: str = "antennas"
    firmware: str = ""
    baud: int = RATES[0]
    problem: str = ""


class AntennaPlace(msgspec.Struct, frozen=True, order=True):
    """An antenna that has no name yet: antenna number `index` of the device on a port."""

    port: str
    index: int


class Probe(Protocol):
    """The interface through which setup finds and reads devices."""

    def look(self) -> tuple[Found, ...]:
        """Search for devices, and return all that are plugged in; takes a few seconds."""

    def next_read(self, seconds: float) -> tuple[AntennaPlace, tuple[str, ...]] | None:
        """Return an antenna and the tags it read, or None if there is no read within `seconds`."""

    def close(self) -> None:
        """Release the devices."""


class DeviceProbe:
    """A probe for the devices that are actually plugged into this machine."""

    def __init__(self, ports: Path = BY_ID, readers: bool = True, keys: Keys = NO_KEYS) -> None:
        """Prepare to look for nodes in the folder `ports`, and for readers if `readers` is set.

        `keys` are the nodes' known keys. A node that has a key answers only if that key is known.
        """
        self._folder = ports
        self._keys = keys
        self._with_readers = readers
        self._reads: queue.SimpleQueue[tuple[AntennaPlace, tuple[str, ...]]] = queue.SimpleQueue()
        self._joined: dict[str, Joined] = {}
        self._links: dict[str, Link] = {}
        self._readers: list[Driver] = []
        self._began = time.monotonic()

    def look(self) -> tuple[Found, ...]:
        """Return every device that is plugged in."""
        self.close()
        ports = serial_ports(self._folder)
        found: dict[str, Found] = {}
        for rate in RATES:
            self._ask([port for port in ports if port not in found], rate)
            for port in ports:
                if port in self._joined and port not in found:
                    who = self._joined[port]
                    found[port] = Found("node", port, who.node, who.role, who.firmware, rate)
                elif rate == RATES[0] and (bought := self._bought(port)) is not None:
                    found[port] = bought
        for port in ports:
            if port not in found:
                why = without_device(self._links[port].status().sentence())
                found[port] = Found("node", port, problem=why)
        names, problem = readers_there() if self._with_readers else ((), "")
        readers = [Found("pcsc", name) for name in names]
        if problem:
            readers.append(Found("pcsc", "", problem=problem))
        self._watch(names)
        return (*found.values(), *readers)

    def _bought(self, port: str) -> Found | None:
        """Look for a Pepper C1 reader on a port where no node responds, and start its driver.

        The driver that looked for a node there is stopped. Return the reader, or None if there is
        none.
        """
        self._links.pop(port).stop()
        if not (firmware := pepper_at(port)):
            return None
        plans = [
            AntennaPlan(f"{port}{BETWEEN}{index}", "desk", READER_PERIOD, device=port)
            for index in range(ANTENNAS)
        ]
        self._start(PepperDriver(port, port, plans, self._clock))
        return Found("pepper", port, firmware=firmware)

    def _ask(self, ports: Sequence[str], rate: int) -> None:
        for port in ports:
            if port in self._links:
                self._links.pop(port).stop()
            link = Link(Path(port).name, port, self._clock, self._hear, baud=rate, keys=self._keys)
            self._links[port] = link
            link.start(self._put)
        until = time.monotonic() + ASKED_FOR
        while time.monotonic() < until and not all(port in self._joined for port in ports):
            time.sleep(0.05)

    def _watch(self, names: Sequence[str]) -> None:
        if not names:
            return
        from hardware.readers.pcsc import PcscDriver

        plans = [AntennaPlan(name, "desk", READER_PERIOD, device=name) for name in names]
        self._start(PcscDriver({name: name for name in names}, plans, self._clock))

    def _start(self, reader: Driver) -> None:
        self._readers.append(reader)
        reader.start(self._put)

    def next_read(self, seconds: float) -> tuple[AntennaPlace, tuple[str, ...]] | None:
        """Return an antenna and the tags it read, or None if there is no read within `seconds`."""
        try:
            return self._reads.get(timeout=seconds) if seconds else self._reads.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        """Release the devices."""
        for driver in (*self._links.values(), *self._readers):
            driver.stop()
        self._links, self._joined, self._readers = {}, {}, []

    def _clock(self) -> int:
        return int((time.monotonic() - self._began) * 1000)

    def _hear(self, link: Link, said: Said) -> Iterable[Report]:
        if isinstance(said, Joined):
            self._joined[link.port] = said
            if said.role in {"antennas", "seat"}:
                # During discovery, slow zones are read as often as the others.
                link.send(Command("config", 0, QUICK))
        elif isinstance(said, Read):
            self._reads.put((AntennaPlace(link.port, said.antenna), said.uids))
        return ()

    def _put(self, report: Report) -> None:
        if isinstance(report, Scan):
            device, _, index = report.antenna.partition(BETWEEN)
            self._reads.put((AntennaPlace(device, int(index or 0)), report.tags))


def readers_there() -> tuple[Sequence[str], str]:
    """Return the names of this machine's PC/SC readers, and any problem with listing them.

    The problem is "" if they were listed, or if the package for such readers is not installed.
    """
    try:
        from hardware.readers.scard import reader_names
    except ImportError:
        return (), ""
    try:
        return reader_names(), ""
    except OSError as error:
        return (), sentence_of(error)
