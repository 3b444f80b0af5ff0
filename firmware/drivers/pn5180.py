"""The reader chip NXP PN5180 on SPI: registers, RF field, and one exchange with tags.

Where the facts are from (commands and their bytes, BUSY between two transfers, the bits of the
registers) is in docs/FIRMWARE.md.
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
"""What WRITE_MULTIPLE does with a register."""

IRQ_RX, IRQ_TX, IRQ_IDLE, IRQ_RX_SOF, IRQ_ERROR = 1 << 0, 1 << 1, 1 << 2, 1 << 14, 1 << 17
IRQ_RF_ON, IRQ_RF_ACTIVE = 1 << 9, 1 << 10
ALL_IRQS = 0xFFFFF

RX_LENGTH = 0x1FF
RX_FAULT = 7 << 16
"""Data integrity, protocol, collision."""

RX_COLLISION = 1 << 18
RX_ALIGN = 7 << 6
"""Of CRC_RX_CONFIG: at which bit of the first byte an answer begins."""

TRANSCEIVE = 3

EOF_ONLY = 0xFFFFFB3F
"""What stays of TX_CONFIG when the next SEND_DATA is to send an end of frame and nothing else."""

PRODUCT_VERSION, FIRMWARE_VERSION = 0x10, 0x12
DPC_CONTROL, AGC_CONTROL = 0x59, 0x5D
OF_THE_ANTENNA = range(DPC_CONTROL, 0x91)
"""Of the EEPROM: what belongs to the antenna (DPC and AGC), and may be set."""

STORE_US = 10000
"""How long the EEPROM is given for what is written."""

ISO14443A, ISO15693 = (0x00, 0x80), (0x0D, 0x8D)
"""RF configurations, to send and to receive: 106 kbit/s; 26 kbit/s, 100% ASK."""

NO_COLLISION_AVOIDANCE = 1
"""Of RF_ON: switch on in the field of a neighbour, too. Whose turn it is to radiate is said by the
periods and slots of the table, and a chip that gives way would leave its antenna unread."""

FIELD_US, FIELD_STEP_US, FIELD_STEPS = 500, 250, 18
"""When the field is looked for after RF_ON, and how often again: 5 ms in all."""

START_STEP_US, STARTS = 1000, 30
"""When a chip is asked whether it has started, and how often."""

GUARD_US = 1100
"""How long a tag needs from the field's beginning until it hears (ISO 15693-2: 1 ms)."""

BIT_US = 37.76
"""A bit of ISO 15693 at 26 kbit/s."""

HEARD_US = 600
"""After a frame of ISO 15693 the beginning of an answer is looked for: it comes after 0.47 ms."""

ANSWER_US = 3700
"""Flags, DSFID, uid, CRC and what closes them: so long after that an answer has ended."""

LATER_US, LOOKS = 500, 9
"""How often it is looked for from then on, and how often in all."""

STEP_US, STEPS = 10, 500

WRAP = (1 << 30) - 1
"""The board's microseconds go up to here, and then from 0 on."""

LONGEST = 1 << 20
"""Nothing is waited for so long (us): what seems to be further off is over."""


class Silent(OSError):
    """The chip doesn't answer, or can't radiate: its antenna is not read."""


class Pn5180:
    """One chip. `clock` is the board's, in microseconds; `slept` counts those that are waited."""

    def __init__(self, board: "Any", bus: int, nss: int, busy: int, reset: int, spi: dict) -> None:  # type: ignore[type-arg]
        """Take the chip's pins; `spi` is what else the bus is made with (baudrate, pins)."""
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
        """The commands that make it ready to send, by what TX_CONFIG is to be."""
        self._made_a: "dict[int, bytes]" = {}
        """And those for cards of type A, by where an answer begins and whether there is a CRC."""
        self._asked: "Any" = None
        """The frame that was sent, and when its answer has ended; how often that was looked for."""
        self._ends = 0
        self._looks = 0
        self._again = True
        self.slept = 0

    def begin(self) -> "tuple[int, int]":
        """Reset the chip; gives its firmware's version. Raises `Silent`."""
        self._config = None
        self._nss.value(1)
        self._reset.value(0)
        self.sleep(100)
        self._reset.value(1)
        self._start()
        version = self._ask(bytes((READ_EEPROM, FIRMWARE_VERSION, 2)), 2)
        if version in (b"\xff\xff", b"\x00\x00"):
            raise Silent("no PN5180 answers: look at its SPI wires and its two supplies")
        return version[1], version[0]

    def _start(self) -> None:
        """Wait until the chip is idle: typically 2.5 ms, which is no bound. Raises `Silent`."""
        for _ in range(STARTS):
            self.sleep(START_STEP_US)
            if not self._busy.value() and self.read(IRQ_STATUS)[0] & IRQ_IDLE:
                return
        raise Silent("no PN5180 starts: look at its SPI wires and its two supplies")

    def sleep(self, us: int) -> None:
        """Wait."""
        self.slept += us
        self._sleep_us(us)

    def on(self, config: "tuple[int, int]") -> None:
        """Switch the field on, for one of the configurations, and wait until tags hear.

        Raises `Silent` when there is no field: what lies there is not known then.
        """
        if self._config != config:
            self._tell(bytes((LOAD_RF_CONFIG,) + config))
            # The CRC of a reply is the protocol's business here: with the chip's own check a reply
            # that is too short, of two tags at once, can look right.
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
                raise Silent("the PN5180 gives way to another field: a neighbour is too near")
            self.sleep(FIELD_STEP_US)
        raise Silent("the PN5180 makes no field: look at the 5 V of its transmitter")

    def gauge(self) -> "tuple[int, int]":
        """Return how the antenna is fed while the field is on: gain and gear.

        That is what the receiver has set (AGC, 0 to 1023), and the transmitter (DPC, 0 to 15).
        """
        (status,) = self.read(RF_STATUS)
        return status & 0x3FF, status >> 20 & 15

    def kept(self, address: int, count: int) -> bytes:
        """Return the contents of the chip's EEPROM from an address on. Raises `Silent`."""
        return self._ask(bytes((READ_EEPROM, address, count)), count)

    def keep(self, address: int, data: bytes) -> bool:
        """Have the EEPROM keep this; True when it had something else.

        Only then it is written, for it wears out. Raises `Silent` when it does not keep it.
        """
        if self.kept(address, len(data)) == data:
            return False
        self._tell(bytes((WRITE_EEPROM, address)) + data)
        self.sleep(STORE_US)
        if self.kept(address, len(data)) != data:
            raise Silent("the PN5180 does not keep what is written to its EEPROM")
        return True

    def off(self) -> None:
        """Switch the field off; every tag forgets that it was told to be quiet."""
        self._tell(_OFF)

    def read(self, *registers: int) -> "tuple[int, ...]":
        """Return the values of some registers."""
        answer = self._ask(bytes((READ_MULTIPLE,) + registers), 4 * len(registers))
        return struct.unpack("<%dI" % len(registers), answer)

    def ask(self, frame: "Any", expected: bool = False) -> int:
        """Send a frame of `iso15693`, and give when (by the clock) it is to be `heard`.

        That is when an answer has begun, or has ended where one is `expected`: the processor is
        free until then.
        """
        data, replies = frame
        config = self._tx_config if data else self._tx_config & EOF_ONLY
        ready = self._made.get(config)
        if ready is None:
            ready = self._made[config] = _ready((TX_CONFIG, WRITE, config))
        # As `_tell` does, twice: of all that is said to the chip this is said most often.
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
        """Return the reply to a frame; None for silence. Raises `Silent`.

        b"" is no clean answer. Where one has begun and not ended yet, it is when to call again (by
        the clock). A frame that the chip refuses is sent once more.
        """
        if not self._asked[1]:
            return None
        both = self._ask(_STATUS, 8)
        if both[0] & IRQ_RX:
            self._again = True
            count = both[4] | (both[5] & 1) << 8
            return b"" if both[6] & RX_FAULT >> 16 or not count else self._ask(_READ, count)
        status = both[0] | both[1] << 8 | both[2] << 16
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
        """Send a frame of `iso14443`, and give bytes and where they collided. Raises `Silent`.

        That is how many bits came before the first that collided; None when none did. A frame that
        the chip refuses is sent `again`, once.
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
        # 9.4 us a bit; a card answers after 90 us.
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
        """Return RX_STATUS when an answer is in, by `at` or somewhat later; 0 if it doesn't end."""
        self.wait_until(at)
        for _ in range(8):
            status, received = self._status()
            if status & IRQ_RX:
                return received
            self.sleep(200)
        return 0

    def wait_until(self, at: int) -> None:
        """Wait until the clock is there, if it is not past that."""
        left = at - self.clock() & WRAP
        if left <= LONGEST:
            self.slept += left
            self._sleep_us(left)

    def _status(self) -> "tuple[int, int]":
        """Return IRQ_STATUS and RX_STATUS."""
        both: "tuple[int, int]" = struct.unpack("<II", self._ask(_STATUS, 8))
        return both

    def _tell(self, command: bytes) -> None:
        """Send a command when the chip is ready for it. Raises `Silent`."""
        nss, busy = self._nss, self._busy
        # The line is nearly always as it should be: a call more each time is not worth it.
        if busy():
            self._wait(0)
        nss(0)
        self._write(command)
        if not busy():
            self._wait(1)
        nss(1)

    def _ask(self, command: bytes, count: int) -> bytes:
        """Send a command and give the `count` bytes of its answer. Raises `Silent`."""
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
        raise Silent("the PN5180's BUSY line does not move")


def _writes(*changes: "tuple[int, int, int]") -> bytes:
    """Return the command that changes registers: (which, how, with what)."""
    return bytes((WRITE_MULTIPLE,)) + b"".join(
        [struct.pack("<BBI", register, how, value) for register, how, value in changes]
    )


def _ready(*changes: "tuple[int, int, int]") -> bytes:
    """Return the command that changes registers, and has the chip wait for what it is to send."""
    return _writes(
        (SYSTEM_CONFIG, AND, 0xFFFFFFF8),
        (IRQ_CLEAR, WRITE, ALL_IRQS),
        *changes,
        (SYSTEM_CONFIG, OR, TRANSCEIVE),
    )


# What is said at every scan or question: a board takes its time to make it.
_CLEAR = _writes((IRQ_CLEAR, WRITE, ALL_IRQS))
_ON, _OFF = bytes((RF_ON, NO_COLLISION_AVOIDANCE)), bytes((RF_OFF, 0))
_READ = bytes((READ_DATA, 0))
_SEND = bytes((SEND_DATA, 0))
"""All bits of the last byte count."""

_STATUS = bytes((READ_MULTIPLE, IRQ_STATUS, RX_STATUS))

_REFUSED = "the PN5180 has refused to send"

# SOF, data and CRC, EOF (us); no data is an end of frame alone.
SENT_US = (40,) + tuple([(count * 8 + 19) * 37760 // 1000 for count in range(1, 16)])
