"""The `machine` module for a simulated board, limited to the parts that the firmware uses.

The firmware's actions are queued. They are passed to JavaScript when the firmware next reads an
input or, at the latest, at the end of the current pass of its loop, because calls between the two
languages take longer than everything else.
"""

import binascii

import _board

RUN = _board.run
LEVEL = _board.level
PENDING: "list[str]" = []
SLEPT = [0]
BEGAN = [0]
"""Time (ms) at which the current pass of the node's loop began, in a list of one."""
DEAF = [0]
"""Time (us) for which interrupts were off in this pass, in a list of one."""


def look(line: str) -> str:
    """Perform all queued actions and then the read command `line`; return the value read."""
    PENDING.append(line)
    text = "\n".join(PENDING)
    PENDING.clear()
    return RUN(text)


def settle() -> None:
    """Perform all queued actions."""
    if PENDING:
        text = "\n".join(PENDING)
        PENDING.clear()
        RUN(text)


def sleep_us(us: int) -> None:
    """Advance the board's time by `us` microseconds."""
    SLEPT[0] += us
    PENDING.append("t %d" % us)


def ticks_us() -> int:
    """Return the board's time in microseconds; during a pass, only sleeping advances it."""
    return BEGAN[0] * 1000 + SLEPT[0] & 0x3FFFFFFF


def reset() -> None:
    look("c reset 1")


def bitstream(pin, encoding, timing, data) -> None:
    """Send bits from the processor with interrupts off, which takes board time."""
    strip(pin.number, data, timing)
    us = len(data) * 8 * (timing[0] + timing[1]) // 1000
    sleep_us(us)
    DEAF[0] += us


def strip(number: int, data: bytes, timing) -> None:
    """Send the bits of `data` on pin `number`.

    `timing` contains the high and low times (ns) of a zero, then those of a one.
    """
    told = ",".join([str(ns) for ns in timing])
    PENDING.append("n %d %s %s" % (number, binascii.hexlify(data).decode(), told))


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        self.number = number
        self._high = "o %d 1" % number
        self._low = "o %d 0" % number
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            if not PENDING:
                return LEVEL("", self.number)
            text = "\n".join(PENDING)
            PENDING.clear()
            return LEVEL(text, self.number)
        PENDING.append(self._high if level else self._low)
        return None

    __call__ = value


class SPI:
    def __init__(self, bus, baudrate=1000000, **_):
        self._write = "w %d " % bus
        self._read = "r %d %%d" % bus

    def write(self, data):
        PENDING.append(self._write + binascii.hexlify(data).decode())

    def read(self, count, write=0):
        return binascii.unhexlify(look(self._read % count))


class PWM:
    def __init__(self, pin):
        self._pin = pin
        self._freq = self._ns = 0

    def freq(self, freq):
        self._freq = freq
        self._show()

    def duty_ns(self, ns):
        self._ns = ns
        self._show()

    def duty_u16(self, duty):
        self._ns = duty * 1000000000 // (65535 * self._freq) if self._freq else 0
        self._show()

    def _show(self):
        PENDING.append("p %d %d %d" % (self._pin.number, self._freq, self._ns))


class ADC:
    def __init__(self, pin):
        self._look = "a %d" % (pin.number if isinstance(pin, Pin) else pin)

    def read_u16(self):
        return int(look(self._look))


class WDT:
    def __init__(self, id=0, timeout=5000):
        PENDING.append("c wdt %d" % timeout)

    def feed(self):
        PENDING.append("c wdt feed")


class Timer:
    """A timer for sampling. To save time, it skips samples while the microphone hears nothing."""

    ALL: "list[Timer]" = []
    NOW = [0]

    def __init__(self, id=-1):
        self._callback = None

    def init(self, *, period=1, callback=None, **_):
        self._callback = callback
        if self not in Timer.ALL:
            Timer.ALL.append(self)

    @staticmethod
    def run(now):
        """Run all timers up to `now` (ms)."""
        if Timer.ALL and now > Timer.NOW[0]:
            for text in look("c sounds %d,%d" % (Timer.NOW[0], now)).split(","):
                if text:
                    PENDING.append("c sound " + text)
                    Timer.NOW[0] = int(text)
                    for timer in Timer.ALL:
                        if timer._callback is not None:
                            timer._callback(timer)
        Timer.NOW[0] = now
