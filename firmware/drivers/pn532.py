"""The NXP PN532 reader IC on SPI: reads up to two ISO 14443 A cards with InListPassiveTarget.

The facts come from its user manual (UM0701-02, chapters 6.2 and 7.3). The IC finds at most two
cards, and can't read ISO 15693. When asked for two cards, firmware 1.6 finds none on every second
call (NXP community thread 481864), so the call is repeated after an empty answer.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

DATA_WRITE, STATUS_READ, DATA_READ = 0x01, 0x02, 0x03
TO_CHIP, TO_HOST = 0xD4, 0xD5

GET_FIRMWARE, SAM, RF, LIST = 0x02, 0x14, 0x32, 0x4A

ACK = b"\x00\x00\xff\x00\xff\x00"

MOST = 2
STEP_US, STEPS = 500, 200
LONGEST = 64


class Silent(OSError):
    """The reader IC does not answer."""


def reversed_bits() -> bytes:
    """Return a table that maps each byte to the byte with its bits in reverse order.

    It is needed because the IC sends the lowest bit first, and the RP2040 the highest.
    """
    return bytes([sum((byte >> bit & 1) << (7 - bit) for bit in range(8)) for byte in range(256)])


_TURNED = reversed_bits()


def framed(data: bytes) -> bytes:
    """Return a frame for the IC: its length, its content, and their checksums."""
    body = bytes((TO_CHIP,)) + data
    return (
        b"\x00\x00\xff" + bytes((len(body), -len(body) & 255)) + body + bytes((-sum(body) & 255, 0))
    )


def unframed(data: bytes) -> "bytes | None":
    """Return a frame's payload without the direction byte, or None if the frame is invalid."""
    start = data.find(b"\x00\xff")
    if start < 0 or start + 4 > len(data):
        return None
    length = data[start + 2]
    body = data[start + 4 : start + 4 + length + 1]
    if (length + data[start + 3]) & 255 or len(body) != length + 1 or sum(body) & 255:
        return None
    return body[1:-1] if length and body[0] == TO_HOST else None


def targets(answer: bytes) -> "list[bytes]":
    """Return the uids in a reply to InListPassiveTarget at 106 kbit/s, type A."""
    uids = []
    place = 1
    for _ in range(answer[0] if answer else 0):
        # Number, SENS_RES (2), SEL_RES, length of the uid, uid; then an ATS if there is one.
        if place + 5 > len(answer):
            break
        select, length = answer[place + 3], answer[place + 4]
        uid = answer[place + 5 : place + 5 + length]
        place += 5 + length
        if len(uid) == length and length in (4, 7, 10):
            uids.append(uid)
        if select & 0x20 and place < len(answer):
            place += answer[place] or 1
    return uids


class Pn532:
    """One PN532 reader IC. `clock` is the board's clock, in microseconds."""

    def __init__(self, board: "Any", bus: int, nss: int, reset: int, spi: dict) -> None:  # type: ignore[type-arg]
        """Set up the chip's pins; `spi` holds the other settings of the bus (baudrate, pins)."""
        pin = board.machine.Pin
        self._spi = board.machine.SPI(bus, **spi)
        self._nss = pin(nss, pin.OUT, value=1)
        self._reset = pin(reset, pin.OUT, value=1)
        self.sleep: "Callable[[int], None]" = board.sleep_us
        self.clock: "Callable[[], int]" = board.ticks_us

    def begin(self) -> None:
        """Reset the IC and set it up. Raises `Silent`."""
        self._reset.value(0)
        self.sleep(1000)
        self._reset.value(1)
        self.sleep(10000)
        # The first byte wakes it up.
        self._nss.value(0)
        self.sleep(2000)
        self._nss.value(1)
        if self._call(bytes((GET_FIRMWARE,)))[:1] != b"\x32":
            raise Silent("the chip on these pins is not a PN532")
        self._call(bytes((SAM, 1, 0, 0)))
        # Allow no retries, because the table scans again anyway.
        self._call(bytes((RF, 5, 0, 0, 0)))

    def cards(self) -> "list[bytes]":
        """Return the uids of at most two cards in the field. Raises `Silent`."""
        uids: "list[bytes]" = []
        for _ in range(2):
            uids = targets(self._call(bytes((LIST, MOST, 0))))
            if uids:
                break
        # Switch the field off, so that the cards forget that they were selected.
        self._call(bytes((RF, 1, 0)))
        return uids

    def _call(self, data: bytes) -> bytes:
        """Return the answer to a command, without the response code. Raises `Silent`."""
        self._write(framed(data))
        self._wait()
        if self._read(len(ACK)) != ACK:
            raise Silent("the PN532 does not accept commands: check its SPI wires and switches")
        self._wait()
        answer = unframed(self._read(LONGEST))
        if not answer or answer[0] != data[0] + 1:
            raise Silent("the PN532 sends invalid answers: check its SPI wires")
        return answer[1:]

    def _write(self, data: bytes) -> None:
        self._nss.value(0)
        self._spi.write(bytes([_TURNED[byte] for byte in bytes((DATA_WRITE,)) + data]))
        self._nss.value(1)

    def _read(self, count: int) -> bytes:
        self._nss.value(0)
        self._spi.write(bytes((_TURNED[DATA_READ],)))
        answer = self._spi.read(count, 0)
        self._nss.value(1)
        return bytes([_TURNED[byte] for byte in answer])

    def _wait(self) -> None:
        for _ in range(STEPS):
            self._nss.value(0)
            self._spi.write(bytes((_TURNED[STATUS_READ],)))
            status = self._spi.read(1, 0)[0]
            self._nss.value(1)
            if _TURNED[status] & 1:
                return
            self.sleep(STEP_US)
        raise Silent("the PN532 is never ready: check its SPI wires and its power supply")
