"""The program of a simulated board: it runs the node from its role file, as `main.py` does."""

import gc

import machine
from firmware.identity import read_key
from firmware.node import Node
from firmware.roles import open_role

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Platform:
    """The platform that a simulated board provides to its role."""

    def __init__(self, boot: int) -> None:
        self.boot = boot
        self.machine = machine
        self.sleep_us = machine.sleep_us
        self.ticks_us = machine.ticks_us
        self.tidy = bool

    def millis(self) -> int:
        """Return the board's time (ms), for use in a timer's callback."""
        now: int = machine.Timer.NOW[0]
        return now


COLLECTS = 1 << 18
"""Bytes to allocate between two garbage collections.

A board collects far more often during its imports, and later when its role chooses to (`tidy`). A
simulated board has more memory, and collecting takes a quarter of its time.
"""

FIFO = 32
"""Bytes that an RP2040's serial port holds until its interrupt is handled; more are lost."""


class Program:
    """The node of a simulated board, and the board's state; times are in ms.

    `busy` is the time until which the firmware sleeps, and `came` is the input received meanwhile.
    `deaf` is the time until which interrupts are off.
    """

    node: Node
    busy = 0
    deaf = 0
    came = b""


def start(boot: int, role: "dict[str, Any]") -> None:
    """Switch on the board with the contents of its role file."""
    gc.threshold(COLLECTS)  # type: ignore[attr-defined]
    # This interpreter has no source of randomness, so each start is given a different number.
    seed = boot.to_bytes(16, "big")
    Program.node = Node(role, open_role(role, Platform(boot), 0), boot, 0, read_key(), seed)
    Program.busy = Program.deaf = machine.BEGAN[0] = machine.SLEPT[0] = 0
    Program.came = b""
    machine.settle()


def turn(data: bytes, now: int, room: int) -> bytes:
    """Run one pass of the node loop with the input `data`; return at most `room` bytes to send.

    While the firmware sleeps, input waits in the serial port, and the result is empty.
    """
    if now < Program.busy:
        Program.came += data[: max(0, FIFO - len(Program.came))] if now < Program.deaf else data
        return b""
    if Program.came:
        data = Program.came + data
        Program.came = b""
    slept = machine.SLEPT
    slept[0] = machine.DEAF[0] = 0
    machine.BEGAN[0] = now
    machine.Timer.run(now)
    out = Program.node.turn(data, now, room)
    machine.settle()
    Program.busy = now + (slept[0] + 999) // 1000
    Program.deaf = Program.busy if machine.DEAF[0] else 0
    return out


def due(now: int) -> int:
    """Return the latest time at which to call `turn`."""
    return max(Program.busy, Program.node.due(now))
