"""The role `shoe`: antenna and light barrier at the exit, gate, feeder, and shuffler inputs.

`Dispenser.step` is the hardware-independent core: it takes the readings of the barrier and the
inputs, and returns motor steps, the gate's pulse and events. The motor is given a few steps at a
time, and the barrier is read after each batch, so exactly the requested number of cards leaves the
shoe. If other work takes a long time, the motor just stops after its last steps. The barrier only
counts the cards; the antenna identifies them.
"""

from collections import namedtuple

from firmware.drivers import shoe_motors as drivers
from firmware.reading.antennas import AntennasRole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.link import messages

FIGURES = {
    "chunk": 8,  # steps between two reads of the barrier; less than the gap between two cards
    "card": 176,  # steps that a card takes to pass the barrier
    "reach": 240,  # maximum steps from one card's end to the next card's beginning
    "back": 60,  # steps back before another attempt to release a card
    "tries": 2,  # number of further attempts to release a stuck card
    "shut_us": 1000,  # the gate's pulses, shut and open
    "open_us": 2000,
    "gate_ms": 300,  # the time that the gate takes to move
}
"""The default settings of a shoe, for a motor with 2 steps per millimetre. Lengths are in steps,
the gate's pulses in us, and `gate_ms` in ms. `shoe` in the role file replaces any of them."""

OPEN_FROM_US = 1500
"""The shortest pulse (us) with which a `servo` command opens the gate; a shorter one shuts it."""

IDLE_MS = 10

KEPT = 64
"""The maximum number of events that a shoe keeps outside the link's queue; later ones are dropped.
An input with a loose wire may change for hours while no host is connected."""

Inputs = namedtuple("Inputs", ("blocked", "moved", "hopper", "busy", "fault"))
"""The inputs of a step. `blocked`: whether a card is in the light barrier. `moved`: the motor's
steps since the last call to `step`, negative if backwards. `hopper`, `busy` and `fault`: whether
the hopper has cards, the shuffler is busy, and the shuffler has a fault; None if no pin reports
it."""

Outputs = namedtuple("Outputs", ("events", "steps", "pulse"))
"""The outputs of a step. `events`: the events to report, each as (time, name), with a name from
messages.SHOE. `steps`: the motor steps to make now, negative to go backwards. `pulse`: the gate's
pulse in us, 0 to stop the pulses, or None for no change."""


class Dispenser:
    """The hardware-independent core of a shoe. Every `now` is in ms.

    If `motor` is false, the shoe has no motor, and cards are drawn by hand.
    """

    def __init__(self, figures: "dict[str, int]", now: int, motor: bool = True) -> None:
        """Begin with the gate shut; `figures` replace some of FIGURES."""
        self._figures = dict(FIGURES)
        self._figures.update(figures)
        self._motor = motor
        self._open = False
        self._wanted = False
        self._moving: "int | None" = now
        self._pulsed: "int | None" = None
        self._began: "int | None" = None
        self._passed = 0
        self._lines: "tuple[bool | None, ...]" = (None, None, None)
        self.feed(0, now)

    @property
    def feeding(self) -> int:
        """Return how many of the requested cards have not yet left the shoe."""
        return self._left

    def feed(self, cards: int, now: int) -> None:
        """Release `cards` cards and then close the gate; for 0, stop and close the gate."""
        self._left, self._tried, self._travelled, self._back = cards, 0, 0, 0
        self._free = self._jammed = False
        self._turn_gate(bool(cards), now)

    def gate(self, pulse: int, now: int) -> None:
        """Open the gate for any number of cards, or close it, as requested by a `servo` command.

        `pulse` is in microseconds: a pulse of OPEN_FROM_US or more opens the gate, and a shorter
        one closes it.
        """
        self._left = self._back = 0
        self._free, self._jammed = pulse >= OPEN_FROM_US, False
        self._turn_gate(self._free, now)

    def stop(self, now: int) -> None:
        """Stop releasing cards and close the gate, because the host has disconnected."""
        self._left = self._back = 0
        self._free = False
        self._turn_gate(False, now)

    def due(self, now: int) -> int:
        """Return the time by which to call `step`, even if no input arrives."""
        if self._left and self._open and self._moving is None and self._motor and not self._jammed:
            return now
        due = now + IDLE_MS
        return due if self._moving is None else min(due, self._moving + self._figures["gate_ms"])

    def step(self, now: int, inputs: Inputs) -> Outputs:
        """Process the inputs (barrier, motor, shuffler); return events, motor steps and pulse."""
        events: "list[tuple[int, str]]" = []
        self._listen(inputs, now, events)
        self._watch(inputs, now, events)
        pulse = self._turn(inputs, now, events)
        steps = self._push(inputs, now, events)
        return Outputs(events, steps, pulse)

    def _listen(self, inputs: Inputs, now: int, events: "list[tuple[int, str]]") -> None:
        """Append an event for each change in the state of the shuffler and the hopper."""
        before, lines = self._lines, (inputs.hopper, inputs.busy, inputs.fault)
        self._lines = lines
        words = (("empty", "loaded"), ("ready", "shuffling"), ("", "jam"))
        for was, line, (off, on) in zip(before, lines, words):  # noqa: B905 - MicroPython has no strict
            word = on if line else off
            # At the first reading, only inputs that are on are reported.
            if line is not None and line != was and word and (line or was is not None):
                events.append((now, word))

    def _watch(self, inputs: Inputs, now: int, events: "list[tuple[int, str]]") -> None:
        """Append "card-out" for each card that passes the barrier; close the gate after the last.

        Also append "count" if two cards have passed together, or if a card was not requested.
        """
        forth = max(inputs.moved, 0)
        self._travelled += forth
        if inputs.blocked:
            if self._began is None:
                self._began, self._passed = now, 0
            self._passed += forth
            return
        if self._began is None:
            return
        self._began = None
        if self._back or inputs.moved < 0:
            # The card has gone back into the shoe.
            return
        self._travelled = self._tried = 0
        events.append((now, "card-out"))
        if self._motor and self._passed * 4 > self._figures["card"] * 5:
            # Two overlapping cards pass as one long card.
            events.append((now, "count"))
        if self._left:
            self._left -= 1
            if not self._left:
                self._turn_gate(False, now)
        elif not self._free:
            events.append((now, "count"))

    def _turn_gate(self, wanted: bool, now: int) -> None:
        if wanted != self._wanted or (self._moving is None and wanted != self._open):
            self._wanted = wanted
            self._moving = now
            self._pulsed = None

    def _turn(self, inputs: Inputs, now: int, events: "list[tuple[int, str]]") -> "int | None":
        """Return the gate's next pulse (us), 0 to release the servo, or None for no change.

        The gate does not close while a card is in the light barrier. An event is appended to
        `events` when the gate has finished opening or closing.
        """
        if self._moving is None:
            return None
        if not self._wanted and inputs.blocked:
            self._moving, self._pulsed = now, None
            return None
        if self._pulsed is None:
            self._moving = now
            self._pulsed = self._figures["open_us" if self._wanted else "shut_us"]
            return self._pulsed
        if now - self._moving < self._figures["gate_ms"]:
            return None
        self._moving, self._pulsed = None, None
        self._open = self._wanted
        events.append((now, "open" if self._open else "closed"))
        # A servo under constant pulses hums.
        return 0

    def _push(self, inputs: Inputs, now: int, events: "list[tuple[int, str]]") -> int:
        """Return how many steps the motor should make now.

        A number above 0 feeds a card, and a number below 0 pulls a stuck card back. When the last
        attempt to release a card has failed, feeding stops: the result is 0, and "empty" or "jam"
        is appended to `events`.
        """
        figures = self._figures
        if not self._motor or not self._left or self._jammed or not self._open:
            return 0
        if self._moving is not None:
            return 0
        if self._back:
            self._back = max(0, self._back + inputs.moved)
            if self._back:
                return -min(self._back, figures["chunk"])
            self._travelled = self._passed = 0
        if inputs.blocked:
            stuck = self._passed > 2 * figures["card"]
        else:
            stuck = self._travelled > figures["reach"]
        if not stuck:
            return figures["chunk"]
        if self._tried < figures["tries"] and inputs.hopper is not False:
            self._tried += 1
            self._back = figures["back"]
            return -figures["chunk"]
        self._jammed = True
        self._left = 0
        empty = inputs.hopper is not True and not inputs.blocked
        events.append((now, "empty" if empty else "jam"))
        self._turn_gate(False, now)
        return 0


class ShoeRole:
    """The role for a shoe: the core and its hardware.

    The role file has `gate` (a servo pin), `barrier` (a pin that is high while a card interrupts
    the light), and optionally `motor` (`step`, `direction` and `enable` pins), `shuffler`
    (`hopper`, `busy` and `fault` pins) and `shoe` (numeric settings). The shoe's antenna and its
    reader have the same settings as on an antenna node.
    """

    def __init__(self, role: "dict[str, Any]", board: "Any", now: int) -> None:
        machine = board.machine
        self._antennas = AntennasRole(role, board, now)
        self._barrier = drivers.Inputs(machine, (role["barrier"],))
        self._gate = drivers.Servo(machine, role["gate"]) if "gate" in role else None
        self._motor = drivers.Stepper(board, role["motor"]) if "motor" in role else None
        lines = role.get("shuffler", {})
        self._lines = drivers.Inputs(machine, [lines.get(n) for n in ("hopper", "busy", "fault")])
        self._core = Dispenser(role.get("shoe", {}), now, motor=self._motor is not None)
        parts = (("gate", self._gate), ("feed", self._motor))
        can = tuple([word for word, part in parts if part is not None])
        self.can = ("count",) + can + self._antennas.can
        self._waiting: "list[tuple[int, str]]" = []
        self._moved = 0
        self._due = now

    def due(self, now: int) -> int:
        """Return the latest time at which to call `step`."""
        return min(self._due, self._antennas.due(now))

    def step(self, now: int, node: "Any") -> None:
        """Check the barrier, drive the motor and gate, and read the antenna."""
        if now >= self._due:
            self._dispense(now, node)
        if now >= self._antennas.due(now):
            self._antennas.step(now, node)

    def command(self, command: "messages.Command", now: int) -> None:
        """Process `feed` (cards; 0 stops), `servo` (open or close) and `config` (the antenna)."""
        if command.what == "feed":
            self._core.feed(command.value, now)
        elif command.what == "servo":
            self._core.gate(command.value, now)
        elif command.what == "config":
            self._antennas.command(command, now)
        else:
            raise ValueError("a shoe accepts only feed, servo and config")
        self._due = now

    def silent(self, now: int) -> None:
        """Stop all moving parts, and close the gate."""
        self._core.stop(now)
        if self._motor is not None:
            self._motor.off()
        self._antennas.silent(now)
        self._due = now

    def _dispense(self, now: int, node: "Any") -> None:
        hopper, busy, fault = self._lines.read()
        blocked = bool(self._barrier.read()[0])
        out = self._core.step(now, Inputs(blocked, self._moved, hopper, busy, fault))
        self._moved = out.steps
        if out.pulse is not None and self._gate is not None:
            self._gate.pulse(out.pulse)
        if self._motor is not None:
            if out.steps:
                self._motor.move(out.steps)
            elif not self._core.feeding:
                self._motor.off()
        if out.events:
            self._waiting += out.events[: KEPT - len(self._waiting)]
        while self._waiting and node.event("shoe", self._waiting[0][0], 0, self._waiting[0][1]):
            self._waiting.pop(0)
        self._due = self._core.due(now)
