"""The role `seat`: seven keys, a knock sensor, a buzzer and optionally a small display.

`SeatCore.step` takes the time, the pressed keys and the sounds from the knock sensor, and returns
the events for the host, the tones for the buzzer and the lines for the display. `SeatRole` runs it
on a board. The host defines what the keys mean (`hardware/pads/keypad.py`); the node handles only
key numbers.
"""

import json
from collections import namedtuple

from firmware.drivers import pad as drivers
from firmware.link import messages
from firmware.places.knocks import Knocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEYS = ("fold", "call", "raise", "all-in", "plus", "minus", "ok")
"""The keys' labels; a key's bit is its index here, and its number is the index plus 1."""

HELD = 0x10
REPEATED = 0x20
"""A flag in the number of a key that is held down. After `HELD_MS`, one event is sent with `HELD`
added. The keys in `REPEATING` then send an event with `REPEATED` added every `REPEAT_MS`."""

BOUNCE_MS = 15
HELD_MS = 800
REPEAT_MS = 150
REPEATING = ("plus", "minus")
MOST_AT_ONCE = 2
"""If more keys than this are pressed at once, an arm is lying on the pad."""

IDLE_MS = 20
"""The interval (ms) at which the keys are read while none of them changes."""

KEPT = 64
"""The maximum number of events that a pad keeps outside the link's queue; later ones are dropped.
Something may lie on a key for hours while no host is connected, and memory is short."""

Inputs = namedtuple("Inputs", ("keys", "heard"))
"""The mask of the pressed keys, and the knock sensor's sounds since the last step, as (ms,
amplitude from 0 to 1023) in chronological order."""

Outputs = namedtuple("Outputs", ("events", "tones", "lines"))
"""The results of a step: `events` for the host; `tones` for the buzzer, each (Hz, ms), with 0 Hz
for a rest; and the `lines` to display, or None to leave the display unchanged."""

TONES = {
    "key": ((2000, 20),),
    "ask": ((1200, 70), (0, 50), (1600, 70)),
    "ok": ((1600, 140),),
    "no": ((300, 250),),
    "turn": ((900, 120), (0, 80), (900, 120)),
}
"""The tones that the host may request: for an accepted key, a key that needs confirmation, a
completed declaration, a refused key, and the start of this seat's turn."""


class Keys:
    """The seven debounced keys of a pad. `down` is a bit mask of the keys that are pressed."""

    def __init__(self, now: int) -> None:
        self.down = 0
        self._raw = 0
        self._since = now
        self._arm = False
        self._due: "dict[int, int]" = {}
        self._long: "set[int]" = set()

    def step(self, now: int, mask: int) -> "list[tuple[int, int]]":
        """Process `mask`, a bit mask of the pressed keys; return the key events as (time, number).

        The number is that of the key, from 1, plus HELD or REPEATED while the key is held down.
        """
        out = []
        mask &= (1 << len(KEYS)) - 1
        if mask != self._raw:
            self._raw, self._since = mask, now
        if mask != self.down and now - self._since >= BOUNCE_MS:
            out = self._settled(mask)
        for key in sorted(self._due):
            if now < self._due[key]:
                continue
            if key not in self._long:
                self._long.add(key)
                out.append((now, key + 1 + HELD))
            elif KEYS[key] in REPEATING:
                out.append((now, key + 1 + REPEATED))
            self._due[key] = now + REPEAT_MS
        return out

    @property
    def settles(self) -> bool:
        """Return whether a key that has just changed may still be bouncing."""
        return self._raw != self.down

    def due(self, now: int) -> int:
        """Return the time by which to call `step`, even if no key changes."""
        due = now + IDLE_MS
        if self._due:
            due = min(due, *self._due.values())
        if self._raw != self.down:
            due = min(due, self._since + BOUNCE_MS)
        return due

    def _settled(self, mask: int) -> "list[tuple[int, int]]":
        came = mask & ~self.down
        self.down = mask
        if len([key for key in range(len(KEYS)) if mask >> key & 1]) > MOST_AT_ONCE:
            self._arm = True
        for key in list(self._due):
            if self._arm or not mask >> key & 1:
                del self._due[key]
                self._long.discard(key)
        if self._arm:
            # While an arm is being lifted, single keys may still be down.
            self._arm = mask != 0
            return []
        pressed = [key for key in range(len(KEYS)) if came >> key & 1]
        for key in pressed:
            self._due[key] = self._since + HELD_MS
        # The event has the time when the key went down, so that it precedes any chips that follow.
        return [(self._since, key + 1) for key in pressed]


class SeatCore:
    """The hardware-independent core of a seat: keys, knocks, tones and display lines."""

    def __init__(self, figures: "dict[str, object]", now: int) -> None:
        """Begin at `now`; `figures` are settings for `Knocks`."""
        self.keys = Keys(now)
        self._knocks = Knocks(figures)
        self._tones: "tuple[tuple[int, int], ...]" = ()
        self._lines: "list[str] | None" = None

    def step(self, now: int, inputs: Inputs) -> Outputs:
        """Process the inputs at `now`; return the events, tones and lines."""
        events = [
            messages.Event("key", at, 0, number) for at, number in self.keys.step(now, inputs.keys)
        ]
        for at, count in self._knocks.step(now, inputs.heard):
            events.append(messages.Event("knock", at, 0, count))
        out = Outputs(events, self._tones, self._lines)
        self._tones, self._lines = (), None
        return out

    def configure(self, text: str) -> None:
        """Apply a JSON object with `tone`, `lines` or both, at the next step.

        `tone` is the name of the tone to play, one of TONES. `lines` is the list of lines to show
        on the display. Raises `ValueError` for an invalid value.
        """
        asked = json.loads(text)
        if not isinstance(asked, dict):
            raise ValueError("a config must be a JSON object")  # noqa: TRY004 - the text is wrong
        tone, lines = asked.get("tone", ""), asked.get("lines")
        if tone and tone not in TONES:
            raise ValueError("unknown tone")
        if lines is not None:
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                raise ValueError("lines must be a list of strings")
            self._lines = lines
        self._tones = TONES.get(tone, self._tones)

    def clear(self) -> None:
        """Clear the display after a disconnect and drop a pending tone: both may be outdated."""
        self._tones, self._lines = (), []

    def due(self, now: int) -> int:
        """Return the time by which to call `step`, even if no input arrives."""
        if self._tones or self._lines is not None:
            return now
        return min(self.keys.due(now), self._knocks.due(now))


class SeatRole:
    """The role for one seat: the core and its hardware.

    The role file has `keys` (seven pins in the order of KEYS, each grounded when pressed), and
    optionally `piezo` (an ADC pin), `buzzer` (a PWM pin), `display` (I2C `sda` and `scl`) and
    `knock` (settings for the detection of knocks, which replace some of the defaults).
    """

    def __init__(self, role: "dict[str, Any]", board: "Any", now: int) -> None:
        self._board = board
        self._keys = drivers.Switches(board.machine, role["keys"])
        self._piezo = drivers.Piezo(board, role["piezo"]) if "piezo" in role else None
        self._buzzer = drivers.Buzzer(board.machine, role["buzzer"]) if "buzzer" in role else None
        self._display = drivers.Lines(board.machine, role["display"]) if "display" in role else None
        parts = (("knock", self._piezo), ("tones", self._buzzer), ("lines", self._display))
        self.can = ("keys",) + tuple([word for word, part in parts if part is not None])
        self._pad = SeatCore(role.get("knock", {}), now)
        self._waiting: "list[messages.Event]" = []
        self._due = now
        self._mask = 0
        self.told = False
        """Whether the last step had an event to report."""

    @property
    def settles(self) -> bool:
        """Return whether a key that has just changed may still be bouncing."""
        return self._pad.keys.settles

    def changed(self) -> bool:
        """Return whether the pressed keys differ from those at the last step."""
        return self._keys.read() != self._mask

    def step(self, now: int, node: "Any") -> None:
        """Read the keys and the sensor, and report events."""
        heard = self._piezo.take() if self._piezo is not None else ()
        mask = self._keys.read()
        out = self._pad.step(now, Inputs(mask, heard))
        self._mask = mask
        self.told = bool(out.events)
        if out.events:
            self._waiting += out.events[: KEPT - len(self._waiting)]
        while self._waiting and node.event(*self._waiting[0]):
            self._waiting.pop(0)
        if self._buzzer is not None:
            self._buzzer.play(out.tones, now)
        if self._display is not None and out.lines is not None:
            self._display.show(out.lines)
        self._due = self._pad.due(now)
        if self._buzzer is not None:
            self._due = min(self._due, self._buzzer.due(now))

    def due(self, now: int) -> int:  # noqa: ARG002
        """Return the latest time at which to call `step`."""
        return self._due

    def command(self, command: messages.Command, now: int) -> None:
        """Apply a `config`. Raises `ValueError` if it does not apply to a seat."""
        if command.what != "config":
            raise ValueError("a seat accepts only config")
        self._pad.configure(command.value)
        self._due = now

    def silent(self, now: int) -> None:
        """Clear the display until the host reconnects."""
        self._pad.clear()
        self._due = now
