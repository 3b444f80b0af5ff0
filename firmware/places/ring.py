"""The `ring` role: WS2812 LEDs around the felt; the node fades between frames from the host.

The node blends from the previous colours to the new ones, so the host sends only final frames. When
the host has been silent for a few seconds, the ring goes dark, because the colours may be outdated.
"""

from firmware.drivers.strip import open_strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.link import messages

LEDS = 60
MOST = 300
"""The maximum number of LEDs: three bytes each must fit into a frame of the link."""

FADE_MS = 160
STEP_MS = 20
DARK_AFTER_MS = 5000
FADED = 256

UNTIDY = 8
"""After this many frames (the number in one fade), the next step only collects garbage."""

ORDER = (1, 0, 2)
"""The order of colours for WS2812: green before red."""


class Fader:
    """The hardware-independent core of the ring: the fade from one frame to the next."""

    def __init__(self, leds: int, now: int, fade: int = FADE_MS) -> None:
        """Begin dark, with `leds` LEDs; a fade takes `fade` ms."""
        self.leds = leds
        self._fade = fade
        self._from = self._to = self._shown = bytes(3 * leds)
        self._began = now
        self._silent: "int | None" = now
        self._fading = True
        self._written = False

    def show(self, colours: bytes, now: int) -> None:
        """Fade to these colours: the red, green and blue bytes of each LED, starting with LED 0.

        If there are fewer colours than LEDs, the remaining LEDs are left unchanged. Raises
        `ValueError` for more colours than LEDs.
        """
        if len(colours) > 3 * self.leds:
            raise ValueError("there are more colours than this ring has LEDs")
        self._go(colours + self._to[len(colours) :], now)

    def host(self, there: bool, now: int) -> None:
        """Record that the host has connected (`there` is true) or disconnected."""
        if there:
            self._silent = None
        elif self._silent is None:
            self._silent = now

    def step(self, now: int, host: bool) -> "bytes | None":
        """Return the red, green and blue of each LED at `now`, or None if nothing has changed.

        `host` is true if the host is connected.
        """
        self.host(host, now)
        if self._silent is not None and now - self._silent >= DARK_AFTER_MS and any(self._to):
            self._go(bytes(3 * self.leds), now)
        part = FADED
        if self._fade:
            part = min(FADED, max(0, now - self._began) * FADED // self._fade)
        self._fading = part < FADED
        frame = self._to if part == FADED else blended(self._from, self._to, part)
        if frame == self._shown and self._written:
            return None
        self._shown, self._written = frame, True
        return frame

    def due(self, now: int) -> int:
        """Return the time by which to call `step`, even if no input arrives."""
        return now + (STEP_MS if self._fading else 500)

    def _go(self, colours: bytes, now: int) -> None:
        if colours == self._to:
            return
        self._from, self._to, self._began, self._fading = self._shown, colours, now, True


class RingRole:
    """The role for a ring of LEDs.

    Its role file has `data` (a pin), `leds` (their number), and optionally `fade` (ms).
    """

    can = ("leds", "fade")

    def __init__(self, role: "dict[str, Any]", board: "Any", now: int) -> None:
        leds = role.get("leds", LEDS)
        if not isinstance(leds, int) or not 0 < leds <= MOST:
            raise ValueError("role.json: leds must be 1 to %d" % MOST)
        self._strip = open_strip(board, role["data"])
        self._tidy = board.tidy
        self._untidy = 0
        """The number of frames since the heap was last collected."""
        self._fader = Fader(leds, now, role.get("fade", FADE_MS))
        self._due = now

    def step(self, now: int, node: "Any") -> None:
        """Send the colours to the LEDs if they have changed and the last transfer has ended."""
        if self._untidy >= UNTIDY:
            self._untidy = 0
            self._tidy()
            self._due = self._fader.due(now)
            return
        if not self._strip.ready:
            self._due = now + 1
            return
        frame = self._fader.step(now, node.up)
        if frame is not None:
            self._strip.write(wire_order(frame))
            self._untidy += 1
        self._due = now + 1 if self._untidy >= UNTIDY else self._fader.due(now)

    def due(self, now: int) -> int:  # noqa: ARG002
        """Return the latest time at which to call `step`."""
        return self._due

    def command(self, command: "messages.Command", now: int) -> None:
        """Process the command `leds`, which sets colours from LED 0 on; ignore `config`.

        Raises `ValueError` for other commands.
        """
        if command.what == "config":
            return
        if command.what != "leds":
            raise ValueError("a ring accepts only leds and config")
        self._fader.show(command.value, now)
        # The next turn writes the frame.
        self._due = now + 1

    def silent(self, now: int) -> None:
        """Leave the LEDs on for now, because the host may reconnect right away.

        They go dark if the host stays away for a few seconds.
        """
        self._due = now


def portable_wire_order(frame: bytes) -> bytearray:
    """Return the bytes of a frame in the order expected by WS2812 LEDs: green, red, blue."""
    out = bytearray(len(frame))
    # MicroPython can't assign to a slice with a step.
    for led in range(0, len(frame), 3):
        for place, colour in enumerate(ORDER):
            out[led + place] = frame[led + colour]
    return out


def portable_blended(before: bytes, after: bytes, part: int) -> bytes:
    """Return a mix of two frames, from `before` (if `part` is 0) to `after` (if it is 256)."""
    rest = FADED - part
    return bytes([(a * rest + b * part) >> 8 for a, b in zip(before, after)])  # noqa: B905


try:
    # A board has native code for these.
    from firmware.places import native
except (ImportError, SyntaxError):
    wire_order, blended = portable_wire_order, portable_blended
else:

    def wire_order(frame: bytes) -> bytearray:
        """Return the bytes of a frame in the order expected by WS2812 LEDs: green, red, blue."""
        out = bytearray(len(frame))
        native.swap(frame, out, len(frame))
        return out

    def blended(before: bytes, after: bytes, part: int) -> bytes:
        """Return a mix of two frames, from `before` (if `part` is 0) to `after` (if it is 256)."""
        out = bytearray(len(after))
        native.blend(before, after, part, out, len(out))
        return out  # type: ignore[return-value]
