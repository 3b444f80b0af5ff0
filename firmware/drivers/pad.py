"""The hardware drivers for a seat's pad: switches, a piezo, a buzzer and a small display."""

from collections import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Tones = tuple[tuple[int, int], ...]

SAMPLED_MS = 1
SOFTEST = 40
"""The amplitude (0 to 1023) below which sounds are dropped."""

KEPT = 256


class Switches:
    """Switches that connect pins to ground; the board's internal pull-ups are used."""

    def __init__(self, machine: "Any", pins: "list[int]") -> None:
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]

    def read(self) -> int:
        """Return a bit mask of the pressed switches; the first pin is the lowest bit."""
        mask = 0
        for bit, pin in enumerate(self._pins):
            if not pin():
                mask |= 1 << bit
        return mask


def _timer(machine: "Any", callback: "Callable[[object], None]") -> "Any":
    """Return a timer that calls `callback` every millisecond.

    It is a virtual timer if the board supports one at this rate. On other boards, such as an ESP32,
    creating one raises `ValueError`, and a hardware timer is returned instead.
    """
    try:
        timer = machine.Timer(-1)
        timer.init(period=SAMPLED_MS, callback=callback)
    except ValueError:
        timer = machine.Timer(0)
        timer.init(period=SAMPLED_MS, callback=callback)
    return timer


class Piezo:
    """A piezo disc behind a rectifier on an ADC pin, read by a timer every millisecond."""

    def __init__(self, board: "Any", pin: int) -> None:
        machine = board.machine
        self._adc = machine.ADC(pin)
        self._board = board
        # The timer may interrupt the loop anywhere, so its callback allocates only for a sound.
        self._heard: "deque[tuple[int, int]]" = deque((), KEPT)  # noqa: RUF037
        self._timer = _timer(machine, self._sample)

    def take(self) -> "list[tuple[int, int]]":
        """Return the sounds since the last call, as (node time in ms, amplitude from 0 to 1023)."""
        out = []
        while self._heard:
            out.append(self._heard.popleft())
        return out

    def _sample(self, _: object) -> None:
        loudness = self._adc.read_u16() >> 6
        if loudness >= SOFTEST:
            self._heard.append((self._board.millis(), loudness))


class Buzzer:
    """A passive buzzer on a PWM pin."""

    def __init__(self, machine: "Any", pin: int) -> None:
        self._pwm = machine.PWM(machine.Pin(pin))
        self._pwm.duty_u16(0)
        self._tones: "list[tuple[int, int]]" = []
        self._until: "int | None" = None

    def play(self, tones: "Tones", now: int) -> None:
        """Play these tones, each as (Hz, ms), in place of the current ones; 0 Hz is a pause.

        If `tones` is empty, continue with the current ones.
        """
        if tones:
            self._tones, self._until = list(tones), now
        while self._until is not None and now >= self._until:
            if not self._tones:
                self._until = None
                self._pwm.duty_u16(0)
                return
            pitch, length = self._tones.pop(0)
            self._until += length
            if pitch:
                self._pwm.freq(pitch)
            self._pwm.duty_u16(32768 if pitch else 0)

    def due(self, now: int) -> int:
        """Return the time (ms) at which to call `play` with no tones, to start the next tone.

        If nothing is being played, it is a second after `now`.
        """
        return now + 1000 if self._until is None else self._until


class Lines:
    """An SSD1306 display, 128 by 32 pixels, on I2C: four lines of 16 characters.

    A missing or disconnected display is ignored.
    """

    _BEGIN = (
        b"\xae\x20\x00\x40\xa1\xc8\xa8\x1f\xd3\x00\xda\x02\xd5\x80\xd9\xf1\xdb\x30\x81\x8f"
        b"\xa4\xa6\x8d\x14\xaf"
    )
    _ADDRESS = 0x3C

    def __init__(self, machine: "Any", pins: "dict[str, int]") -> None:
        scl, sda = machine.Pin(pins["scl"]), machine.Pin(pins["sda"])
        self._bus = machine.I2C(pins.get("bus", 0), scl=scl, sda=sda, freq=400000)
        self._begun = False

    def show(self, lines: "list[str]") -> None:
        """Show up to four lines of 16 characters, or switch all pixels off if there are none."""
        import framebuf  # type: ignore[import-not-found]

        dots = bytearray(128 * 4)
        frame = framebuf.FrameBuffer(dots, 128, 32, framebuf.MONO_VLSB)
        for place, line in enumerate(lines[:4]):
            frame.text(line[:16], 0, 8 * place)
        try:
            if not self._begun:
                self._say(0x00, self._BEGIN)
                self._begun = True
            self._say(0x00, b"\x21\x00\x7f\x22\x00\x03")
            self._say(0x40, bytes(dots))
        except OSError:
            self._begun = False

    def _say(self, what: int, data: bytes) -> None:
        self._bus.writeto(self._ADDRESS, bytes((what,)) + data)
