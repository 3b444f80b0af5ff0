"""The binary protocol of Eccel's Pepper C1 readers: its frames, and the commands used by a table.

Sources: Eccel's manual for part 000537 (RS-485, v1.1 of 2022, chapters 4 and 5: commands, replies,
at most five tags per count, examples); its Python package `pepper-c1` 0.2.0 with its README (the C1
frame without an address byte, `SET_ACTIVE_ANTENNA` from 1 to 8 on a MUX); its Arduino library
Eccel-C1 (`C1_Interface.h`: error codes; an inventory returns uids in reverse byte order).

None of them documents the byte order of an ISO 15693 uid from `GET_UID` (`uid_of` accepts both), or
how long a MUX takes to switch and to read.
"""

import binascii
import struct
import time
from collections.abc import Callable
from enum import IntEnum
from typing import Final, Protocol

from controller.contract.errors import Sentence, TapisError
from hardware.json_lines import Source

STX: Final = 0xF5
HEAD: Final = 5
CRC: Final = 2

ANTENNAS: Final = 8
"""The number of antennas on a MUX. They are numbered from 1."""

LONGEST: Final = 1024
"""Maximum length of a frame's body in bytes, with its CRC (manual, 4.2)."""

AT_ONCE: Final = 5
"""The most tags that `GET_TAG_COUNT` finds (manual, 5.2.3: "maximum discovered tags is 5")."""

MOST_TAGS: Final = 256
"""The maximum number of tags that one inventory reads."""

ANSWER_S: Final = 0.5
"""The time in seconds that an answer may take, as in Eccel's own library."""

NO_REPLY: Final = 0x01
"""The error code of an inventory that finds no tag."""

ICODE: Final = range(0x21, 0x29)
"""The reader's type codes for ISO 15693 tags."""

ISO_15693: Final = 0xE0
"""The most significant byte of every ISO 15693 uid."""

NXP: Final = 0x04


class Code(IntEnum):
    """The first byte of a command or a reply: the code of a command, or of a kind of reply."""

    ACK = 0x00
    DUMMY = 0x01
    GET_TAG_COUNT = 0x02
    GET_UID = 0x03
    SET_POLLING = 0x06
    GET_VERSION = 0x0B
    SET_ACTIVE_ANTENNA = 0x0F
    ICODE_INVENTORY_START = 0x90
    ICODE_INVENTORY_NEXT = 0x91
    ASYNC = 0xFE
    ERROR = 0xFF


class NoAnswer(TapisError):
    """The reader did not reply in time, or the table is shutting down."""


class Refused(TapisError):
    """The reader replied with an error; the message contains its code: a layer and a number."""

    def __init__(self, layer: int, number: int) -> None:
        super().__init__(Sentence("error {code}", code=f"{layer:02X}{number:02X}"))
        self.number = number


def framed(body: bytes) -> bytes:
    """Return a command or a reply as a frame.

    >>> framed(bytes([Code.DUMMY])).hex(" ")
    'f5 03 00 fc ff 01 d1 f1'
    """
    length = len(body) + CRC
    return (
        struct.pack("<BHH", STX, length, length ^ 0xFFFF)
        + body
        + struct.pack("<H", binascii.crc_hqx(body, 0xFFFF))
    )


class Frames:
    """Finds frames in a stream. `damaged` counts the byte sequences that are not frames."""

    def __init__(self) -> None:
        """Start at the beginning of a stream."""
        self.damaged = 0
        self._rest = b""
        self._lost = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the bodies of the frames that are now complete."""
        self._rest += data
        bodies: list[bytes] = []
        while True:
            start = self._rest.find(STX)
            if start:
                self._skip(start if start > 0 else len(self._rest))
            if len(self._rest) < HEAD:
                return bodies
            _, length, inverse = struct.unpack_from("<BHH", self._rest)
            if length != inverse ^ 0xFFFF or not CRC < length <= LONGEST:
                self._skip(1)
                continue
            if len(self._rest) < HEAD + length:
                return bodies
            body = self._rest[HEAD : HEAD + length - CRC]
            (crc,) = struct.unpack_from("<H", self._rest, HEAD + length - CRC)
            if crc != binascii.crc_hqx(body, 0xFFFF):
                self._skip(1)
                continue
            self._rest = self._rest[HEAD + length :]
            self._lost = False
            bodies.append(body)

    def forget(self) -> None:
        """Discard an incomplete frame; its remaining bytes will not count as damage."""
        self._rest, self._lost = b"", True

    def _skip(self, count: int) -> None:
        if count and not self._lost:
            self.damaged += 1
            self._lost = True
        self._rest = self._rest[count:]


def uid_of(kind: int, raw: bytes) -> str:
    """Return the uid of a tag in the registry's notation, most significant byte first.

    `kind` is the reader's code for the tag's type. An ISO 15693 uid begins with E0, so it is
    reversed if E0 is at its end. If both ends are E0, the end next to NXP's manufacturer code is
    the first byte. Raises `ValueError` if `raw` has fewer than 4 or more than 10 bytes.

    >>> uid_of(0x27, bytes.fromhex("4d3c2b1a500104e0")), uid_of(0x01, bytes.fromhex("74541265"))
    ('E00401501A2B3C4D', '74541265')
    """
    if not 4 <= len(raw) <= 10:
        raise ValueError("no uid")
    turned = raw[::-1]
    either = raw[0] != ISO_15693 or (turned[1] == NXP and raw[1] != NXP)
    if kind in ICODE and turned[0] == ISO_15693 and either:
        raw = turned
    return raw.hex().upper()


class Duplex(Source, Protocol):
    """A two-way connection to a reader."""

    def write(self, data: bytes) -> None:
        """Send bytes. Raises an error once the connection is closed."""


class Conversation:
    """A dialogue with one reader: commands and replies. Its counters are never reset.

    A reader answers one command at a time and in order. Each reply names its command, so a late
    reply is recognised and ignored. After `NoAnswer`, call `begin` again.
    """

    def __init__(
        self, line: Duplex, *, stopping: Callable[[], bool] = lambda: False,
        answer_s: float = ANSWER_S,
    ) -> None:  # fmt: skip
        """Talk over `line`; once `stopping` returns True, no more answers are awaited."""
        self.answers = self.unasked = 0
        self._line = line
        self._stopping = stopping
        self._answer_s = answer_s
        self._frames = Frames()
        self._bodies: list[bytes] = []

    @property
    def damaged(self) -> int:
        """Return the number of byte sequences received that were not frames."""
        return self._frames.damaged

    def begin(self) -> str:
        """Discard old replies and stop the reader's own polling; return its firmware version."""
        self._frames.forget()
        self._bodies.clear()
        self.ask(Code.DUMMY)
        self.ask(Code.SET_POLLING, 0)
        return self.ask(Code.GET_VERSION).rstrip(b"\0").decode("ascii", "replace")[:40]

    def select(self, antenna: int) -> None:
        """Switch to an antenna, numbered from 1."""
        self.ask(Code.SET_ACTIVE_ANTENNA, antenna)

    def tags(self) -> tuple[str, ...]:
        """Return the uids of all tags at the antenna. Raises `NoAnswer` and `Refused`."""
        (count, *_) = self.ask(Code.GET_TAG_COUNT) or b"\0"
        uids: dict[str, None] = {}
        for index in range(min(count, AT_ONCE)):
            kind, _, *raw = self.ask(Code.GET_UID, index).ljust(2, b"\0")
            uids[_sound(kind, bytes(raw))] = None
        if count >= AT_ONCE:
            uids |= dict.fromkeys(self._inventory())
        return tuple(uids)

    def _inventory(self) -> list[str]:
        """Return the uids of all ISO 15693 tags, reading one tag per command.

        `GET_TAG_COUNT` would find at most five.
        """
        uids: list[str] = []
        command = Code.ICODE_INVENTORY_START
        while len(uids) < MOST_TAGS:
            try:
                answer = self.ask(command, 0)
            except Refused as error:
                if error.number == NO_REPLY:
                    break
                raise
            uids.append(_sound(ICODE[0], answer[7::-1]))
            if not answer[9:10].strip(b"\0"):
                break
            command = Code.ICODE_INVENTORY_NEXT
        return uids

    def ask(self, command: Code, *arguments: int) -> bytes:
        """Send a command; return the reply without its header.

        Raises `NoAnswer`, `Refused`, and the line's own errors.
        """
        self._line.write(framed(bytes((command, *arguments))))
        ends = time.monotonic() + self._answer_s
        while time.monotonic() < ends and not self._stopping():
            if not self._bodies:
                self._bodies = self._frames.feed(self._line.read())
            while self._bodies:
                body = self._bodies.pop(0)
                if body[1:2] != bytes((command,)) or body[0] not in {Code.ACK, Code.ERROR}:
                    self.unasked += 1
                    continue
                self.answers += 1
                if body[0] == Code.ERROR:
                    raise Refused(*(body[2:4].ljust(2, b"\0")))
                return body[2:]
        raise NoAnswer


def _sound(kind: int, raw: bytes) -> str:
    """Return the uid in a reply. Raises `Refused` if the reply does not contain a valid one."""
    try:
        return uid_of(kind, raw)
    except ValueError:
        raise Refused(0, 0x06) from None
