"""The `rp2` module for a simulated RP2040: state machines that write to a pin, and their DMA.

A program is executed cycle by cycle, once for a zero and once for a one, to find the waveform that
it sends to the LEDs for each.
"""

import machine

BITS_MS = 800
"""LED bits sent per millisecond."""


class PIO:
    OUT_LOW = 2
    SHIFT_LEFT = 0
    JOIN_TX = 1


class Instruction:
    """One instruction in a program, written like `out(x, 1).side(0)[2]`."""

    def __init__(self, what, to):
        self.what = what
        self.to = to
        self.level = None
        self.cycles = 1

    def side(self, level):
        self.level = level
        return self

    def __getitem__(self, delay):
        self.cycles = 1 + delay
        return self


def asm_pio(**_):
    """Return a decorator that assembles a function, like the assembler on a board."""

    def assembled(function):
        lines, labels = [], {}

        def add(what, to=""):
            lines.append(Instruction(what, to))
            return lines[-1]

        names = {
            "x": "x", "not_x": "not_x", "wrap_target": lambda: None, "wrap": lambda: None,
            "label": lambda name: labels.update({name: len(lines)}),
            "out": lambda to, _: add("out", to), "nop": lambda: add("nop"),
            "jmp": lambda *to: add(to[0] if len(to) == 2 else "jmp", to[-1]),
        }  # fmt: skip
        known = function.__globals__
        kept = known.copy()
        known.clear()
        known.update(names)
        function()
        known.clear()
        known.update(kept)
        return lines, labels

    return assembled


def pulse(program, bit, freq):
    """Return how long `program` holds the line high, and then low, to send the bit `bit`.

    Both times are in ns. They are measured in a run of equal bits. `freq` is the program's clock in
    Hz.
    """
    lines, labels = program
    levels, at, bits = [], 0, 0
    while bits < 4:
        line = lines[at]
        at += 1
        if line.what == "out":
            bits += 1
        elif line.what == "jmp" or (line.what == "not_x" and not bit):
            at = labels[line.to]
        levels += [line.level] * line.cycles
        at %= len(lines)
    rises = [n for n in range(1, len(levels)) if levels[n] and not levels[n - 1]]
    high = sum(levels[rises[1] : rises[2]])
    return high * 1000000000 // freq, (rises[2] - rises[1] - high) * 1000000000 // freq


class StateMachine:
    def __init__(self, number, program, freq=-1, *, sideset_base=None):
        self._pin = sideset_base.number
        self._timing = pulse(program, 0, freq) + pulse(program, 1, freq)
        self._on = False

    def active(self, on=None):
        if on is not None:
            self._on = bool(on)
        return self._on

    def put(self, data, shift=0):
        # The processor waits for room in the queue, with interrupts on.
        self.send(data)
        machine.sleep_us(len(data) * 8000 // BITS_MS)

    def send(self, data):
        assert self._on, "a state machine that stands still sends nothing"
        machine.strip(self._pin, data, self._timing)


class DMA:
    def __init__(self):
        self._until = 0

    def pack_ctrl(self, *, size, inc_write, treq_sel):
        assert (size, inc_write) == (0, False)
        return treq_sel

    def config(self, *, read, write, count, ctrl, trigger):
        assert not self.active(), "another transfer is under way"
        write.send(read[:count])
        self._until = machine.Timer.NOW[0] + count * 8 // BITS_MS + 1

    def active(self):
        return machine.Timer.NOW[0] < self._until
