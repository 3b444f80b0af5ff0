"""A ring of WS2812 LEDs on a node, the counterpart of `hardware.pins.gpio.Apa102Ring` on the Pi."""

import threading
from collections.abc import Iterable

from firmware.link import messages
from firmware.places.ring import MOST
from hardware.node.link import Joined, Link, Said
from hardware.ports import Report

Rgb = tuple[int, int, int]

FULL = 100


class RingNode:
    """The LEDs on a node with the role `ring`. Its link calls `hear`, and the renderer `show`."""

    def __init__(self, leds: int, brightness: int = FULL) -> None:
        """Set the number of LEDs, and their brightness as a percentage of the maximum.

        Raises `ValueError` for more LEDs than a single command to the node has space for.
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
        """Resend the LEDs' colours if the node has connected or reconnected; return no reports."""
        if isinstance(said, Joined):
            with self._lock:
                self._link, self._sent = link, None
                self._send()
        return ()

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Show one colour per LED, starting at LED 0; return whether anything was sent.

        Return False if the LEDs already show `frame`, if the node is disconnected (it receives
        `frame` when it reconnects), or if too many commands are waiting (then call `show` again).
        Raises `ValueError` if the number of colours is not the number of LEDs.
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
        if not link.send(command):
            return False
        self._sent = frame
        return True


def dimmed(frame: tuple[Rgb, ...], brightness: int) -> bytes:
    """Return a frame's bytes, dimmed to `brightness` percent; no lit LED goes completely dark."""
    return bytes(
        -(-colour * brightness // FULL) for led in frame for colour in led
    )  # fmt: skip
