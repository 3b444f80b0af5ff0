"""The NXP PN5180 reader IC on SPI: registers, RF field, and single exchanges with tags.

docs/FIRMWARE.md gives the sources for the facts used here: the commands and their bytes, the BUSY
line between two transfers, and the register bits.
"""

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WRITE_MULTIPLE, READ_MULTIPLE = 0x03, 0x05
WRITE_EEPROM, READ_EEPROM, SEND_DATA, READ_DATA = 0x06, 0x07, 0x09, 0x0A
LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x11, 0x16, 0x17

SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR = 0x00, 0x02, 0x03
CRC_RX_CONFIG, RX_STATUS, TX_CONFIG, CRC_TX_CONFIG = 0x12, 0x13, 0x18, 0x19
RF_STATUS = 0x1D

WRITE, OR, AND = 1, 2, 3
"""The operations of WRITE_MULTIPLE on a register."""

IRQ_RX, IRQ_IDLE, IRQ_RX_SOF, IRQ_ERROR = 1 << 0, 1 << 2, 1 << 14, 1 << 17
IRQ_RF_ON, IRQ_RF_ACTIVE = 1 << 9, 1 << 10
ALL_IRQS = 0xFFFFF

RX_LENGTH = 0x1FF
RX_FAULT = 7 << 16
"""The bits of RX_STATUS for receive errors: data integrity, protocol and collision."""

RX_COLLISION = 1 << 18
RX_ALIGN = 7 << 6
"""A field of CRC_RX_CONFIG: the number of the bit in the first byte at which an answer begins."""

TRANSCEIVE = 3

EOF_ONLY = 0xFFFFFB3F
"""A mask for TX_CONFIG: the bits to keep if the next SEND_DATA sends only an end of frame."""

FIRMWARE_VERSION = 0x12
DPC_CONTROL, AGC_CONTROL = 0x59, 0x5D
OF_THE_ANTENNA = range(DPC_CONTROL, 0x91)
"""The EEPROM addresses of the antenna settings (DPC and AGC), which a role file may change."""

STORE_US = 10000
"""The time (us) allowed for writing to the EEPROM."""

ISO14443A, ISO15693 = (0x00, 0x80), (0x0D, 0x8D)
"""RF configurations, as (transmitter, receiver): ISO 14443 A at 106 kbit/s; ISO 15693 at 26 kbit/s
with 100% ASK."""

NO_COLLISION_AVOIDANCE = 1
"""A flag of RF_ON: switch on even in a neighbour's field. The table's periods and slots decide
which antenna radiates, and a chip that gave way would leave its antenna unread."""

FIELD_US, FIELD_STEP_US, FIELD_STEPS = 500, 250, 18
"""After RF_ON: the delay (us) before the first check of the field, the interval (us) between two
checks, and the number of checks: 5 ms in all."""

START_STEP_US, STARTS = 1000, 30
"""The interval (us) between two checks of whether a chip has started, and the maximum number of
checks."""

GUARD_US = 1100
"""The time (us) from switching the field on until a tag listens (ISO 15693-2: 1 ms)."""

BIT_US = 37.76
"""The duration (us) of a bit in ISO 15693 at 26 kbit/s."""

HEARD_US = 600
"""The time (us) after an ISO 15693 frame by which any answer will have begun: answers start after
0.47 ms."""

ANSWER_US = 3700
"""The duration (us) of an answer: flags, DSFID, uid, CRC and end of frame."""

LATER_US, LOOKS = 500, 9
"""If an answer has not ended in time: the interval (us) between checks for its end, and the maximum
number of checks."""

STEP_US, STEPS = 10, 500

WRAP = (1 << 30) - 1
"""The highest value of a board's microsecond clock, which then wraps around to 0."""

LONGEST = 1 << 20
"""The longest wait (us). Times wrap around, so a time that seems further ahead than this has
already passed."""


class Silent(OSError):
    """The reader IC does not answer or can't switch its field on, so its antenna is not read."""


class Pn5180:
    """One PN5180 reader IC.

    `clock()` returns the board's time in microseconds. `slept` is the total time spent waiting, in
    microseconds.
    """

    def __init__(self, board: "Any", bus: int, nss: int, busy: int, reset: int, spi: dict) -> None:  # type: ignore[type-arg]
        """Set up the chip's pins; `spi` holds the other settings of the bus (baudrate, pins)."""
        pin = board.machine.Pin
        line = board.machine.SPI(bus, **spi)
        self._write, self._read = line.write, line.read
        self._nss = pin(nss, pin.OUT, value=1)
        self._busy = pin(busy, pin.IN)
        self._reset = pin(reset, pin.OUT, value=1)
        self._sleep_us = board.sleep_us
        self.clock: "Callable[[], int]" = board.ticks_us
        self._config: "tuple[int, int] | None" = None
        self._tx_config = 0
        self._made: "dict[int, bytes]" = {}
        """A cache of the commands that prepare the chip to send, by the value of TX_CONFIG."""
        self._made_a: "dict[int, bytes]" = {}
        """A cache of the commands that prepare the chip to send to type A cards. The key is the
        position of the answer's first bit, times 2, plus 1 if a CRC is used."""
        self._asked: "Any" = None
        """The last frame sent. `_ends` is the time when its answer should end, and `_looks` the
        number of checks for that end so far."""
        self._ends = self._looks = self.slept = 0
        self._again = True

    def begin(self) -> "tuple[int, int]":
        """Reset the IC; return its firmware version as (major, minor). Raises `Silent`."""
        self._config = None
        self._nss.value(1)
        self._reset.value(0)
        self.sleep(100)
        self._reset.value(1)
        self._start()
        version = self._ask(bytes((READ_EEPROM, FIRMWARE_VERSION, 2)), 2)
        if version in (b"\xff\xff", b"\x00\x00"):
            raise Silent("the PN5180 does not answer: check its SPI wires and both supply voltages")
        return version[1], version[0]

    def _start(self) -> None:
        """Wait until the chip is idle, which typically takes 2.5 ms. Raises `Silent`."""
        for _ in range(STARTS):
            self.sleep(START_STEP_US)
            if not self._busy.value() and self.read(IRQ_STATUS)[0] & IRQ_IDLE:
                return
        raise Silent("the PN5180 does not start: check its SPI wires and both supply voltages")

    def sleep(self, us: int) -> None:
        """Wait for `us` microseconds."""
        self.slept += us
        self._sleep_us(us)

    def on(self, config: "tuple[int, int]") -> None:
        """Switch the field on and wait until tags have had time to start.

        `config` is one of the IC's RF configurations, as (transmitter, receiver). Raises `Silent`
        if the field does not come on.
        """
        if self._config != config:
            self._tell(bytes((LOAD_RF_CONFIG,) + config))
            # The protocol code checks the CRC of a reply, because the chip's own check may accept a
            # short reply from two tags at once.
            self._tell(_writes((CRC_RX_CONFIG, AND, 0xFFFFFFFE)))
            self._tx_config = self.read(TX_CONFIG)[0]
            self._config = config
        self._tell(_CLEAR)
        self._tell(_ON)
        self.sleep(FIELD_US)
        for _ in range(FIELD_STEPS):
            looked = self.clock()
            status, _ = self._status()
            if status & IRQ_RF_ON:
                self.wait_until(looked + GUARD_US & WRAP)
                return
            if status & IRQ_RF_ACTIVE:
                raise Silent("the PN5180 detects another field: a neighbouring antenna is too near")
            self.sleep(FIELD_STEP_US)
        raise Silent("the PN5180's field does not come on: check its transmitter's 5 V supply")

    def gauge(self) -> "tuple[int, int]":
        """Return the antenna's gain and gear while the field is on.

        The gain is the receiver's setting (AGC, 0 to 1023), the gear the transmitter's (DPC, 0 to
        15).
        """
        (status,) = self.read(RF_STATUS)
        return status & 0x3FF, status >> 20 & 15

    def kept(self, address: int, count: int) -> bytes:
        """Return `count` bytes of the IC's EEPROM, starting at `address`. Raises `Silent`."""
        return self._ask(bytes((READ_EEPROM, address, count)), count)

    def keep(self, address: int, data: bytes) -> bool:
        """Store bytes in the EEPROM at `address`; return whether they had to be written.

        Bytes that are already there are not rewritten, because each write wears the EEPROM. Raises
        `Silent` if the bytes could not be stored.
        """
        if self.kept(address, len(data)) == data:
            return False
        self._tell(bytes((WRITE_EEPROM, address)) + data)
        self.sleep(STORE_US)
        if self.kept(address, len(data)) != data:
            raise Silent("the PN5180 does not store what is written to its EEPROM")
        return True

    def off(self) -> None:
        """Switch the field off, which also resets the quiet state of every tag."""
        self._tell(_OFF)

    def read(self, *registers: int) -> "tuple[int, ...]":
        """Return the values of the given registers."""
        answer = self._ask(bytes((READ_MULTIPLE,) + registers), 4 * len(registers))
        return struct.unpack("<%dI" % len(registers), answer)

    def ask(self, frame: "Any", expected: bool = False) -> int:
        """Send an `iso15693` frame, and return the clock time (us) at which to call `heard`.

        By that time, any reply will have begun or, if `expected` is true, ended. The processor is
        free until then.
        """
        data, replies = frame
        config = self._tx_config if data else self._tx_config & EOF_ONLY
        ready = self._made.get(config)
        if ready is None:
            ready = self._made[config] = _ready((TX_CONFIG, WRITE, config))
        # This is `_tell` twice, inlined, because these are the most frequent commands.
        nss, busy, write = self._nss, self._busy, self._write
        if busy():
            self._wait(0)
        nss(0)
        write(ready)
        if not busy():
            self._wait(1)
        nss(1)
        if busy():
            self._wait(0)
        nss(0)
        write(_SEND + data)
        if not busy():
            self._wait(1)
        nss(1)
        begins = self.clock() + SENT_US[len(data)] + HEARD_US
        self._asked = frame
        self._ends = begins + ANSWER_US & WRAP
        self._looks = 0
        return self._ends if expected and replies else begins & WRAP

    def heard(self) -> "bytes | int | None":
        """Return the reply to the last frame, or None if there is none. Raises `Silent`.

        Return b"" for a garbled reply. If a reply has begun but not ended, return the clock time at
        which to call again. A frame refused by the IC is sent once more.
        """
        if not self._asked[1]:
            return None
        both = self._ask(_STATUS, 8)
        if both[0] & IRQ_RX:
            self._again = True
            count = both[4] | (both[5] & 1) << 8
            return b"" if both[6] & RX_FAULT >> 16 or not count else self._ask(_READ, count)
        status = both[1] << 8 | both[2] << 16
        if status & IRQ_ERROR:
            if not self._again:
                self._again = True
                raise Silent(_REFUSED)
            self._again = False
            return self.ask(self._asked)
        if status & IRQ_RX_SOF:
            self._looks += 1
            if self._looks < LOOKS:
                now = self.clock()
                left = self._ends - now & WRAP
                return self._ends if left <= ANSWER_US else now + LATER_US & WRAP
        self._again = True
        return b"" if status & IRQ_RX_SOF else None

    def proximity(self, frame: "Any", again: bool = True) -> "tuple[bytes, int | None] | None":
        """Send an `iso14443` frame; return the reply and the position of a collision.

        The position is the number of bits before the first collision, or None if there was none. If
        nothing answers, return None instead of a pair. If `again` is true, a frame refused by the
        IC is sent once more. Raises `Silent`.
        """
        data, bits, crc, align = frame
        kind = align << 1 | crc
        ready = self._made_a.get(kind)
        if ready is None:
            ready = self._made_a[kind] = _ready(
                (CRC_TX_CONFIG, OR, 1) if crc else (CRC_TX_CONFIG, AND, 0xFFFFFFFE),
                (CRC_RX_CONFIG, AND, ~RX_ALIGN & 0xFFFFFFFF),
                (CRC_RX_CONFIG, OR, align << 6),
            )
        self._tell(ready)
        self._tell(bytes((SEND_DATA, bits)) + data)
        # 9.4 us per bit; a card answers after 90 us.
        begins = self.clock() + len(data) * 85 + 400
        self.wait_until(begins & WRAP)
        status, received = self._status()
        if not status & IRQ_RX:
            if status & IRQ_ERROR:
                if again:
                    return self.proximity(frame, False)
                raise Silent(_REFUSED)
            if not status & IRQ_RX_SOF:
                return None
            received = self._ended(begins + 400 & WRAP)
        answer = self._ask(_READ, received & RX_LENGTH)
        return answer, received >> 19 & 127 if received & RX_COLLISION else None

    def _ended(self, at: int) -> int:
        """Wait for a reply to end, at clock time `at` (us) or soon after; return RX_STATUS.

        Return 0 if no reply ends within about 1.6 ms of that time.
        """
        self.wait_until(at)
        for _ in range(8):
            status, received = self._status()
            if status & IRQ_RX:
                return received
            self.sleep(200)
        return 0

    def wait_until(self, at: int) -> None:
        """Wait until the clock reaches the time `at` (us), or return at once if it has passed."""
        left = at - self.clock() & WRAP
        if left <= LONGEST:
            self.slept += left
            self._sleep_us(left)

    def _status(self) -> "tuple[int, int]":
        """Return IRQ_STATUS and RX_STATUS."""
        both: "tuple[int, int]" = struct.unpack("<II", self._ask(_STATUS, 8))
        return both

    def _tell(self, command: bytes) -> None:
        """Send a command once the chip is ready for it. Raises `Silent`."""
        nss, busy = self._nss, self._busy
        # The line is nearly always ready, so an extra call each time would not pay off.
        if busy():
            self._wait(0)
        nss(0)
        self._write(command)
        if not busy():
            self._wait(1)
        nss(1)

    def _ask(self, command: bytes, count: int) -> bytes:
        """Send a command and return the `count` bytes of its answer. Raises `Silent`."""
        nss, busy = self._nss, self._busy
        if busy():
            self._wait(0)
        nss(0)
        self._write(command)
        if not busy():
            self._wait(1)
        nss(1)
        if not count:
            return b""
        if busy():
            self._wait(0)
        nss(0)
        answer: bytes = self._read(count, 0xFF)
        if not busy():
            self._wait(1)
        nss(1)
        return answer

    def _wait(self, level: int) -> None:
        busy = self._busy
        for _ in range(STEPS):
            if busy.value() == level:
                return
            self.sleep(STEP_US)
        self._nss.value(1)
        raise Silent("the PN5180's BUSY line does not change")


def _writes(*changes: "tuple[int, int, int]") -> bytes:
    """Return the command that changes registers; each change is (register, operation, value)."""
    return bytes((WRITE_MULTIPLE,)) + b"".join(
        [struct.pack("<BBI", register, how, value) for register, how, value in changes]
    )


def _ready(*changes: "tuple[int, int, int]") -> bytes:
    """Return the command that prepares the IC to send the data in the next command.

    It also applies `changes` to registers, each as (register, operation, value).
    """
    return _writes(
        (SYSTEM_CONFIG, AND, 0xFFFFFFF8),
        (IRQ_CLEAR, WRITE, ALL_IRQS),
        *changes,
        (SYSTEM_CONFIG, OR, TRANSCEIVE),
    )


# Commands for every scan or question, prepared because a board is slow to build them.
_CLEAR = _writes((IRQ_CLEAR, WRITE, ALL_IRQS))
_ON, _OFF = bytes((RF_ON, NO_COLLISION_AVOIDANCE)), bytes((RF_OFF, 0))
_READ = bytes((READ_DATA, 0))
_SEND = bytes((SEND_DATA, 0))
"""SEND_DATA with all bits of the last byte valid."""

_STATUS = bytes((READ_MULTIPLE, IRQ_STATUS, RX_STATUS))

_REFUSED = "the PN5180 refuses to send"

# The duration (us) of a frame by its length: SOF, data, CRC and EOF, or only EOF without data.
SENT_US = (40,) + tuple([(count * 8 + 19) * 37760 // 1000 for count in range(1, 16)])
