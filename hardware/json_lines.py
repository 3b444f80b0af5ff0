"""Readers that report their tags in lines of JSON: `{"antenna": 1, "uids": ["E004..."]}`.

The lines come from a serial port, a TCP socket or a program's standard output. Each is a snapshot
of one antenna. `antenna` is either the antenna's number, counted from 1 in the order of the
device's antennas in table.toml, or its name there. Other fields are ignored, and `{}` means that
the device is alive.
"""

import os
import re
import select
import shlex
import socket
import subprocess
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from controller.contract.errors import Sentence
from controller.contract.scans import AntennaPlan, Scan
from controller.sensing.registry import UID
from hardware.device_threads import PROGRAM, SOCKET, Presence, WatchedDevice
from hardware.node.rate_limits import Bucket
from hardware.ports import Clock, DeviceStatus

KIND: Final = "lines"

LONGEST: Final = 4096
"""Maximum length of a line in bytes; a longer line is discarded entirely."""

MOST_UIDS: Final = 256

AGAIN_S: Final = 1.0
"""Delay in seconds before a source that has ended is reopened."""

READ_S: Final = 0.2

CONNECT_S: Final = 3.0


class Line(msgspec.Struct, frozen=True):
    """The parsed content of a line.

    `antenna` is the antenna's number, from 1, or its name. `uids` are the tags in its field, or
    None in a line that only means that the device is alive.
    """

    antenna: int | str = 0
    uids: tuple[str, ...] | None = None


class Source(Protocol):
    """A stream of bytes from which lines are read."""

    def read(self) -> bytes:
        """Return the bytes received, or b"" after a timeout.

        Raises an error at the end of the stream.
        """

    def close(self) -> None:
        """Release the source."""


class SocketSource:
    """A TCP connection to `socket://host:port`."""

    def __init__(self, port: str) -> None:
        host, _, number = port.removeprefix(SOCKET).rpartition(":")
        if not (host and number.isdecimal()):
            raise OSError("no address: expected socket://host:port")
        self._socket = socket.create_connection((host.strip("[]"), int(number)), CONNECT_S)
        self._socket.settimeout(READ_S)

    def read(self) -> bytes:
        """Return the bytes received, or b"" after a timeout.

        Raises `EOFError` if the other end has closed the connection.
        """
        try:
            data = self._socket.recv(65536)
        except TimeoutError:
            return b""
        if not data:
            raise EOFError("the other end closed the connection")
        return data

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._socket.sendall(data)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


class PortSource:
    """A serial port."""

    def __init__(self, port: Any) -> None:
        """Use `port`, an open `serial.Serial` whose reads time out after `READ_S`."""
        self._port = port

    def read(self) -> bytes:
        """Return the bytes received, or b"" after a timeout."""
        first = bytes(self._port.read(1))
        return first + bytes(self._port.read(self._port.in_waiting)) if first else b""

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._port.write(data)

    def close(self) -> None:
        """Close the port."""
        self._port.close()


class ProgramSource:
    """A program's standard output."""

    def __init__(self, command: str) -> None:
        # Its standard error might name a card, and would end up in the service's log.
        self._program = subprocess.Popen(
            shlex.split(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def read(self) -> bytes:
        """Return what the program has written, or b"" after a timeout.

        Raises `EOFError` if the program has ended.
        """
        out = self._program.stdout
        assert out is not None
        if not select.select([out], [], [], READ_S)[0]:
            return b""
        if not (data := os.read(out.fileno(), 65536)):
            raise EOFError(f"the program exited with status {self._program.wait(5)}")
        return data

    def close(self) -> None:
        """Terminate the program; kill it if it does not exit."""
        self._program.terminate()
        try:
            self._program.wait(2)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait(2)
        if self._program.stdout is not None:
            self._program.stdout.close()


def opened(port: str, baud: int) -> Source:
    """Open and return the source that `port` names: a program, a TCP socket or a serial port.

    `baud` is the speed of a serial port.
    """
    if port.startswith(PROGRAM):
        return ProgramSource(port.removeprefix(PROGRAM))
    if port.startswith(SOCKET):
        return SocketSource(port)
    # Imported here, so that a broken pyserial affects only this device and not the table.
    import serial

    return PortSource(serial.Serial(port, baud, timeout=READ_S, exclusive=True))


def uid_of(text: str) -> str:
    """Return a uid in the registry's notation. Raises `ValueError` if `text` is not a uid.

    >>> uid_of("e0:04:01:50 1a2b3c4d")
    'E00401501A2B3C4D'
    """
    uid = re.sub(r"[\s:-]", "", text).upper()
    if not UID.fullmatch(uid):
        raise ValueError("no uid")
    return uid


class LinesDriver(WatchedDevice):
    """A driver for one reader that sends lines of JSON.

    It has its own thread, so a failing reader can't affect the other devices.
    """

    def __init__(
        self, device: str, port: str, plans: Sequence[AntennaPlan], clock: Clock, *,
        baud: int = 115200, again_s: float = AGAIN_S,
        open_source: Callable[[str, int], Source] = opened,
    ) -> None:  # fmt: skip
        """Set up the driver for those antennas in `plans` that belong to `device`, in order.

        `port` names a program, a TCP socket, or a serial port with the speed `baud`. A port that
        has failed is reopened after `again_s` seconds.
        """
        self._plans = tuple(plan for plan in plans if plan.device == device)
        self._clock = clock
        self._baud = baud
        self._open = open_source
        self._last = dict.fromkeys((plan.name for plan in self._plans), -1)
        rate = sum(1000 / plan.period for plan in self._plans)
        now = clock()
        self._share = Bucket(4 * rate + 20, 8 * rate + 40, now)
        silence = Sentence(
            "no readable data from {port}: the device should continuously send one line for "
            "each antenna",
            port=port,
        )
        super().__init__(KIND, device, port, Presence(device, silence, clock), again_s)
        self._lines = self._damaged = self._left_out = 0
        self._rest = b""
        self._too_long = False

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the device's status."""
        return (
            DeviceStatus(
                self.name, self.port, self._presence.up, self._presence.problem,
                frames=self._lines, damaged=self._damaged, left_out=self._left_out, kind=KIND,
            ),
        )  # fmt: skip

    # -- in its thread -------------------------------------------------------------------

    def _follow(self) -> None:
        source = self._open(self.port, self._baud)
        self._rest, self._too_long = b"", False
        opened_at = self._clock()
        try:
            while not self._stopping.is_set() and not self._is_stale(opened_at):
                for line in self._split(source.read()):
                    self._take(line)
                self._presence.look()
        finally:
            source.close()

    def _split(self, data: bytes) -> list[bytes]:
        """Add received bytes to the input, and return the lines that they complete.

        A line longer than `LONGEST` is dropped entirely.
        """
        *whole, self._rest = (self._rest + data).split(b"\n")
        if whole and self._too_long:
            whole, self._too_long = whole[1:], False
        if len(self._rest) > LONGEST:
            if not self._too_long:
                self._garbled()
            self._rest, self._too_long = b"", True
        return whole

    def _take(self, text: bytes) -> None:
        text = text.strip()
        if not text:
            return
        if len(text) > LONGEST:
            self._garbled()
            return
        now = self._clock()
        if not self._share.take(now):
            self._left_out += 1
            self._presence.complain(
                Sentence(
                    "it reports too often, and the excess is ignored: set it to report each "
                    "antenna once per period"
                )
            )
            return
        try:
            line = msgspec.json.decode(text, type=Line)
            tags = tuple(dict.fromkeys(map(uid_of, (line.uids or ())[:MOST_UIDS])))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._garbled()
            return
        self._lines += 1
        self._presence.here(now)
        if line.uids is not None:
            self._scan(line.antenna, tags, now)

    def _scan(self, antenna: int | str, tags: tuple[str, ...], now: int) -> None:
        numbers = {plan.name: number for number, plan in enumerate(self._plans, start=1)}
        number = numbers.get(antenna, 0) if isinstance(antenna, str) else antenna
        if not 1 <= number <= len(self._plans):
            # A name may be anything, even a uid, so it is not repeated.
            which = Sentence("a different name") if isinstance(antenna, str) else str(antenna)
            what = Sentence(
                "it reports an antenna that table.toml does not list for this device "
                "({antenna}): those listed are numbered from 1 to {count}",
                antenna=which,
                count=len(self._plans),
            )
            self._presence.complain(what)
            return
        name = self._plans[number - 1].name
        at = self._last[name] = max(now, self._last[name] + 1)
        self._presence.report(Scan(name, tags, at))

    def _garbled(self) -> None:
        """Count an invalid line. It is never logged, because its text might identify a card."""
        self._damaged += 1
        line = '{"antenna": 1, "uids": ["E004..."]}'
        self._presence.complain(Sentence("it sends unreadable lines: expected {line}", line=line))
