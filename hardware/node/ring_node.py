"""A ring of WS2812 on a node: what `hardware.pins.gpio.Apa102Ring` is on the Pi's own pins."""

import threading
from collections.abc import Iterable

from firmware import messages
from firmware.ring import MOST
from hardware.node.link import Joined, Link, Said
from hardware.ports import Report

Rgb = tuple[int, int, int]

FULL = 100


class RingNode:
    """The LEDs of a node of role `ring`. `hear` is called by its link, `show` by whoever draws."""

    def __init__(self, leds: int, brightness: int = FULL) -> None:
        """Take a ring of so many LEDs, as bright as a percentage of what they can.

        Raises `ValueError` for more LEDs than a frame of the link carries.
        """
        if not 0 < leds <= MOST:
            raise ValueError(f"a ring on a node has 1 to {MOST} LEDs, not {leds}")
        self.leds = leds
        self.brightness = brightness
        self._link: Link | None = None
        self._wanted: tuple[Rgb, ...] | None = None
        self._sent: tuple[Rgb, ...] | None = None
        self._lock = threading.Lock()

    def hear(self, link: Link, said: Said) -> Iterable[Report]:
        """Show again what is to be seen to a node that has come or come back."""
        if isinstance(said, Joined):
            with self._lock:
                self._link, self._sent = link, None
                self._send()
        return ()

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Show one colour a LED, LED 0 first; tells whether anything had to be sent.

        A node that is not there is shown it when it comes. Raises `ValueError` when there is not
        one colour for each LED.
        """
        if len(frame) != self.leds:
            raise ValueError(f"this ring has {self.leds} LEDs, not {len(frame)}")
        with self._lock:
            self._wanted = frame
            return self._send()

    def close(self) -> None:
        """Turn all LEDs off."""
        self.show(((0, 0, 0),) * self.leds)

    def _send(self) -> bool:
        link, frame = self._link, self._wanted
        if link is None or not link.up or frame is None or frame == self._sent:
            return False
        command = messages.Command("leds", 0, dimmed(frame, self.brightness))
        if link.send(command):
            self._sent = frame
        return True


def dimmed(frame: tuple[Rgb, ...], brightness: int) -> bytes:
    """Return a frame's bytes at a brightness in percent; what is lit stays lit, however dim."""
    return bytes(
        -(-colour * brightness // FULL) for led in frame for colour in led
    )  # fmt: skip
