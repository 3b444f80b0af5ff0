"""The ring as an output of the table, redrawn for every state and during animations."""

import logging
import threading
from typing import Protocol

from controller.contract.public import PublicState
from controller.run.lights.ring import Rgb
from controller.run.lights.ring_motion import Fade, RingMemory, faded, moved_on
from hardware.ports import Clock, Put

log = logging.getLogger(__name__)


class Leds(Protocol):
    """A ring of LEDs (`hardware.pins.gpio.Apa102Ring` or `hardware.node.ring_node.RingNode`)."""

    leds: int

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Show one colour per LED; return whether anything had to be sent to the LEDs."""
        ...

    def close(self) -> None:
        """Turn all LEDs off."""
        ...


class RingOutput:
    """Draws the ring in a separate thread, because writing to LEDs would delay the table.

    It also has the methods of a driver. If a node drives the LEDs, the table can therefore stop the
    ring before it stops the link to that node.
    """

    def __init__(self, leds: Leds, clock: Clock, first: int = 0, fade_ms: int = 0) -> None:
        """Draw on `leds`; `first` is the index of seat 1's first LED.

        `fade_ms` is how long a fade from one frame to the next takes. It is 0 for simulated LEDs,
        and for LEDs that fade on their own.
        """
        self._leds = leds
        self._clock = clock
        self._first = first
        self._fade_ms = fade_ms
        self._changed = threading.Condition()
        self._state: PublicState | None = None
        self._since = 0
        self._stopping = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="ring", daemon=True)

    @property
    def problem(self) -> str:
        """Return what is wrong with the LEDs, or "" if nothing is known to be wrong."""
        problem: str = getattr(self._leds, "problem", "")
        return problem

    def start(self, put: Put) -> None:
        """Do nothing, because drawing begins with the first state, and a ring reports nothing."""

    def show(self, state: PublicState) -> None:
        """Pass a new state to the thread that draws the ring; return immediately."""
        with self._changed:
            if self._thread.ident is None and not self._stopping:
                self._thread.start()
            self._state, self._since = state, self._clock()
            self._changed.notify()

    def stop(self) -> None:
        """Turn the ring off; may be called twice."""
        with self._changed:
            closed, self._closed = self._closed, True
            self._stopping = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join(5)
        if not closed:
            self._leds.close()

    def _run(self) -> None:
        drawn: PublicState | None = None
        wake_at: int | None = None
        motion, fade = RingMemory(), Fade()
        while True:
            with self._changed:
                while self._state is drawn and not self._stopping:
                    left = None if wake_at is None else (wake_at - self._clock()) / 1000
                    if left is not None and left <= 0:
                        break
                    self._changed.wait(left)
                if self._stopping:
                    return
                drawn, since = self._state, self._since
            if drawn is None:
                continue
            now = self._clock()
            count = self._leds.leds
            motion, frame = moved_on(motion, drawn, count, self._first, now, since)
            fade, frame = faded(fade, frame, now, self._fade_ms)
            wake_at = frame.wake_at
            try:
                self._leds.show(frame.leds)
            except Exception:
                log.exception("the ring can't be drawn; the table continues")
            if wake_at is not None and self._fade_ms:
                # Even if the LEDs are slow, drawing takes at most half of the time.
                ready = self._clock()
                wake_at = max(wake_at, ready + ready - now)
