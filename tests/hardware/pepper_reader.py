"""A simulated Pepper C1 MUX: it speaks the reader's protocol about the antennas of a twin.

`answers` is the reader itself, from bytes to bytes. `PepperWire` calls it directly, `PepperPty` and
`PepperSocket` put it behind a serial port and a TCP port of this machine.
"""

import contextlib
import os
import select
import socket
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Self

from controller.contract.scans import AntennaPlan, Scan
from hardware.pepper_protocol import (
    ANTENNAS,
    AT_ONCE,
    ISO_15693,
    NO_REPLY,
    Code,
    Conversation,
    Frames,
    framed,
)
from hardware.twin.aerials.air import Air
from hardware.twin.aerials.turn_air import TurnAir
from hardware.twin.table import Report, Twin

Reads = Callable[[], Sequence[str]]
"""One scan of an antenna: the uids in its field."""

VERSION: Final = b"2.56.TWIN\0"
NOT_SUPPORTED: Final = 0x24
WRONG: Final = 0x21
MIFARE: Final = 0x03
SLIX2: Final = 0x27


class TwinPepper:
    """The reader. Like the real one, it polls by itself until told not to.

    `inverted` is the byte order of ISO 15693 uids in `GET_UID`, which no document specifies.
    `refuses` are commands that it answers with an error. `harm` alters its output.
    """

    def __init__(self, antennas: Sequence[Reads], *, inverted: bool = True) -> None:
        """Read these antennas, from 1; a reader with a single antenna has no multiplexer."""
        self.antennas = tuple(antennas)
        self.inverted = inverted
        self.refuses: set[int] = set()
        self.harm: Callable[[bytes], bytes] = lambda data: data
        self.polls = True
        self._frames = Frames()
        self._active = 1
        self._found: tuple[str, ...] = ()
        self._left: list[str] = []

    def answers(self, data: bytes) -> bytes:
        """Return the reader's bytes in response to `data`."""
        out = b""
        for body in self._frames.feed(data):
            out += framed(self._answer(body))
            if self.polls:
                out += framed(bytes((Code.ASYNC, Code.GET_UID, MIFARE, self._active, 1, 2, 3, 4)))
        return self.harm(out)

    def _answer(self, body: bytes) -> bytes:
        command, argument = body[0], body[1] if len(body) > 1 else 0
        if command in self.refuses:
            return self._error(command, NOT_SUPPORTED)
        done = bytes((Code.ACK, command))
        match command:
            case Code.DUMMY:
                return done
            case Code.SET_POLLING:
                self.polls = bool(argument)
                return done
            case Code.GET_VERSION:
                return done + VERSION
            case Code.SET_ACTIVE_ANTENNA:
                if len(self.antennas) < 2 or not 1 <= argument <= len(self.antennas):
                    return self._error(command, WRONG)
                self._active = argument
                return done
        return self._tags(command, argument, done)

    def _tags(self, command: int, argument: int, done: bytes) -> bytes:
        """Answer a question about the tags on the active antenna."""
        match command:
            case Code.GET_TAG_COUNT:
                self._found = tuple(self._read())[:AT_ONCE]
                return done + bytes((len(self._found),))
            case Code.GET_UID:
                if argument >= len(self._found):
                    return self._error(command, WRONG)
                return done + self._told(self._found[argument])
            case Code.ICODE_INVENTORY_START | Code.ICODE_INVENTORY_NEXT:
                return self._inventory(command, done)
        return self._error(command, NOT_SUPPORTED)

    def _read(self) -> Sequence[str]:
        return self.antennas[self._active - 1]()

    def _told(self, uid: str) -> bytes:
        raw = bytes.fromhex(uid)
        if raw[0] != ISO_15693:
            return bytes((MIFARE, 0x20)) + raw
        return bytes((SLIX2, 0)) + (raw[::-1] if self.inverted else raw)

    def _inventory(self, command: int, done: bytes) -> bytes:
        if command == Code.ICODE_INVENTORY_START:
            self._left = [uid for uid in self._read() if uid.startswith("E0")]
        if not self._left:
            return self._error(command, NO_REPLY)
        uid = bytes.fromhex(self._left.pop(0))[::-1]
        return done + uid + bytes((0, bool(self._left)))

    def _error(self, command: int, number: int) -> bytes:
        return bytes((Code.ERROR, command, 0, number))


class PepperWire:
    """A line to a simulated reader without a port between them."""

    def __init__(self, reader: TwinPepper) -> None:
        """Talk to `reader`."""
        self._reader = reader
        self._said = b""

    def read(self) -> bytes:
        """Return the bytes received."""
        said, self._said = self._said, b""
        return said

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._said += self._reader.answers(data)

    def close(self) -> None:
        """Close it."""


class PepperTwin(Twin):
    """A twin whose scans all go through readers of eight antennas each, and their protocol."""

    def __init__(
        self, plans: Sequence[AntennaPlan], noise: str, seed: int, *, scanned: bool = True,
        air: Air | TurnAir | None = None,
    ) -> None:  # fmt: skip
        """Make a twin as `Twin` does, and a reader for every eight of its antennas."""
        super().__init__(plans, noise, seed, scanned=scanned, air=air)
        self._tags: Sequence[str] = ()
        self._talks: dict[str, tuple[Conversation, int]] = {}
        for first in range(0, len(self.plans), ANTENNAS):
            talk = Conversation(PepperWire(TwinPepper([lambda: self._tags] * ANTENNAS)))
            talk.begin()
            for number, plan in enumerate(self.plans[first : first + ANTENNAS], start=1):
                self._talks[plan.name] = (talk, number)

    def run_until(self, until: int) -> Iterator[Report]:
        """Let time pass as a twin does; yield its scans as they come out of the protocol."""
        for report in super().run_until(until):
            if isinstance(report, Scan):
                self._tags = report.tags
                talk, number = self._talks[report.antenna]
                talk.select(number)
                yield Scan(report.antenna, talk.tags(), report.at)
            else:
                yield report


class PepperPty:
    """A simulated reader behind a serial port of this machine, whose name is `port`."""

    def __init__(self, reader: TwinPepper) -> None:
        """Plug it in."""
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        self._theirs = theirs
        self._reader = reader
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="twin pepper", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug."""
        self._stopping.set()
        self._thread.join(5)
        os.close(self._ours)
        os.close(self._theirs)

    def _run(self) -> None:
        while not self._stopping.is_set():
            if select.select([self._ours], [], [], 0.05)[0]:
                os.write(self._ours, self._reader.answers(os.read(self._ours, 4096)))


class PepperSocket:
    """A simulated reader behind a TCP port of this machine, as `socket://127.0.0.1:...`."""

    def __init__(self, reader: TwinPepper) -> None:
        """Listen; one client at a time."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(0.05)
        self.port = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._reader = reader
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="twin pepper", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug."""
        self._stopping.set()
        self._thread.join(5)
        self._server.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with contextlib.suppress(OSError):
                client, _ = self._server.accept()
                with client:
                    self._serve(client)

    def _serve(self, client: socket.socket) -> None:
        client.settimeout(0.05)
        while not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                if not (data := client.recv(4096)):
                    return
                client.sendall(self._reader.answers(data))
