"""Devices on the Pi's own pins, through gpiozero: an APA102 or SK9822 ring, and a floor button.

gpiozero uses rpi-lgpio, or RPi.GPIO before Linux 6.6. On other machines, the setting `pins =
"mock"` selects gpiozero's mock pins instead.
"""

import logging
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from gpiozero import BadPinFactory, Button, GPIOZeroError, OutputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from controller.contract.errors import Sentence, TapisError
from controller.contract.observations import Declared
from hardware.ports import PINS, Clock, DeviceStatus, Put

log = logging.getLogger(__name__)

Rgb = tuple[int, int, int]
Pins = Literal["auto", "mock"]

FULL = 31

BOUNCE_S = 0.03
"""Debounce time (s): RPi.GPIO ignores edges for this long; rpi-lgpio waits for a stable level."""

ONE_PRESS_MS = 300
"""Two presses within this time (ms) count as one: a worn contact may bounce beyond `BOUNCE_S`."""


def global_brightness(percent: int) -> int:
    """Return the five-bit brightness (1 to 31) of an APA102 for 1 to 100 percent."""
    return max(1, round(FULL * percent / 100))


class NoPins(TapisError, OSError):
    """The machine has no GPIO pins or lacks the required ones; the message says what to do."""


class PresentPin(MockPin):  # type: ignore[misc]
    """A mock pin that does not record its history.

    gpiozero's own mock pins record every change, and a ring makes millions of changes.
    """

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        self.clear_states()
        return changed


def pin_factory(pins: Pins) -> Any:
    """Return a factory for simulated pins (`mock`), or None for the Pi's own pins (`auto`)."""
    return MockFactory(pin_class=PresentPin) if pins == "mock" else None


def frame_bits(frame: Iterable[Rgb], brightness: int = FULL) -> Iterator[int]:
    """Return the bits of a frame in transmission order.

    A frame is 32 zeros; then for each LED `111`, 5 bits of brightness (0 to 31), blue, green and
    red, each with its highest bit first; then 32 zeros for every 32 LEDs or part of them. An SK9822
    passes data on half a clock cycle late and latches on zeros (fastled.io); an APA102 accepts
    these zeros. Raises `ValueError` for a colour or brightness out of range.
    """
    if not 0 <= brightness <= FULL:
        raise ValueError(f"brightness must be 0 to {FULL}, not {brightness}")
    yield from (0,) * 32
    count = 0
    for red, green, blue in frame:
        count += 1
        for byte in (0b1110_0000 | brightness, blue, green, red):
            if not 0 <= byte <= 255:
                raise ValueError(f"a colour is three numbers from 0 to 255, not {byte}")
            yield from (byte >> bit & 1 for bit in range(7, -1, -1))
    yield from (0,) * (32 * -(-count // 32))


def _output(pin: int | str, pins: Any) -> OutputDevice:
    try:
        return OutputDevice(pin, pin_factory=pins)
    except BadPinFactory as error:
        what = Sentence(
            "this machine has no GPIO pins for the ring ({error}); on a Raspberry Pi: "
            'pip install "tapis-table[pi]"; on any other machine, set pins = "mock"',
            error=str(error),
        )
        raise NoPins(what) from error
    except GPIOZeroError as error:
        said = Sentence("the ring's pin {pin} can't be used: {error}", pin=pin, error=str(error))
        raise NoPins(said) from error


class Apa102Ring:
    """A ring of LEDs on a clock pin and a data pin, both of which it claims until it is closed.

    `show` may be called for every state, because it writes only when the frame changes. Writing is
    slow (about ten milliseconds for 60 LEDs on a Pi), so a caller that must not block should call
    it in a thread.
    """

    def __init__(
        self,
        leds: int,
        clock: int | str = "GPIO11",
        data: int | str = "GPIO10",
        *,
        pins: Any = None,
        brightness: int = FULL,
    ) -> None:
        """Claim the pins; raises `NoPins` if they can't be claimed.

        `leds` is the number of LEDs. `brightness` is the five-bit value from `global_brightness`, 0
        to 31. `clock` and `data` are the pins. `pins` is a factory for simulated pins, or None for
        the Pi's own pins.
        """
        self.leds = leds
        self.brightness = brightness
        self._shown: tuple[Rgb, ...] | None = None
        self._clock = _output(clock, pins)
        try:
            self._data = _output(data, pins)
        except NoPins:
            self._clock.close()
            raise

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Show one colour per LED, starting at LED 0; return whether anything had to be written.

        Raises `ValueError` unless the frame has one colour for each LED.
        """
        if len(frame) != self.leds:
            raise ValueError(f"this ring has {self.leds} LEDs, not {len(frame)}")
        if frame == self._shown:
            return False
        # Compute all bits before writing the first, so that a wrong colour leaves no partial frame.
        bits = tuple(frame_bits(frame, self.brightness))
        level = None
        for bit in bits:
            if bit != level:
                self._data.value = level = bit
            # The LEDs read the data line when the clock rises.
            self._clock.on()
            self._clock.off()
        self._shown = frame
        return True

    def close(self) -> None:
        """Turn all LEDs off and release the pins."""
        self.show(((0, 0, 0),) * self.leds)
        self._clock.close()
        self._data.close()


class FloorButton:
    """A button that calls the floor by connecting its pin to ground.

    Each press results in one `Declared(seat=0, what="floor")`.
    """

    name = "floor-button"

    def __init__(self, pin: int | str, clock: Clock, *, pins: Any = None) -> None:
        """Claim the pin (BCM number); raises `NoPins`."""
        self._clock = clock
        self._pin = pin
        self._pressed: int | None = None
        try:
            self._button = Button(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=pins)
        except BadPinFactory as error:
            what = Sentence(
                "this machine has no GPIO pins for the floor button ({error}); on a Raspberry "
                'Pi: pip install "tapis-table[pi]"; on any other machine, remove [floor_button] '
                "from table.toml",
                error=str(error),
            )
            raise NoPins(what) from error
        except GPIOZeroError as error:
            what = Sentence(
                "the floor button's pin {pin} can't be used: {error}", pin=pin, error=str(error)
            )
            raise NoPins(what) from error

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the status of the pin; whether a button is connected to it can't be detected."""
        return (DeviceStatus(self.name, f"GPIO{self._pin}", True, "", kind=PINS),)

    def start(self, put: Put) -> None:
        """Start reporting each press."""

        def pressed() -> None:
            try:
                before, self._pressed = self._pressed, self._clock()
                if before is None or self._pressed - before >= ONE_PRESS_MS:
                    put(Declared(self._pressed, 0, "floor"))
            except Exception:
                # An error would end the pins' own thread, and all later presses would be lost.
                log.exception("a floor button press was lost")

        self._button.when_pressed = pressed

    def stop(self) -> None:
        """Release the pin; may be called twice."""
        self._button.close()
