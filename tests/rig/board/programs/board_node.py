"""The node from /role.json on an emulated board, run as /main.py; it times its own loop.

Each second it sends a line of JSON on UART 1: the number of turns of the loop, their total time and
the longest of them (us). If /soak exists, every tenth line also contains the number of free bytes
on the heap and its largest free block.
"""

import gc
import json
import os
import time

import machine  # type: ignore[import-not-found,unused-ignore]

from firmware import main

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EACH_MS = 1000
LOOK_EVERY = 10
TX, RX = 24, 25
SOAK = "soak" in os.listdir("/")

ticks, passed = time.ticks_us, time.ticks_diff  # type: ignore[attr-defined]


def largest() -> int:
    """Return the size of the largest free block on the heap, in bytes."""
    low, high = 0, 262144
    while high - low > 256:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
        gc.collect()
    return low


class TimedLoop(main.NodeLoop):
    """The node's loop, which also measures how long its turns take."""

    def __init__(self, *parts: "Any") -> None:
        super().__init__(*parts)
        self._port = machine.UART(
            1, baudrate=921600, tx=machine.Pin(TX), rx=machine.Pin(RX), txbuf=512
        )
        self._tell_at = EACH_MS
        self._turns = self._sum = self._longest = self._told = 0

    def turn(self, now: int) -> int:
        """Run one pass, and record its duration."""
        began = ticks()
        due = super().turn(now)
        took = passed(ticks(), began)
        self._turns += 1
        self._sum += took
        self._longest = max(self._longest, took)
        if now >= self._tell_at:
            self._tell_at = now + EACH_MS
            told = [self._turns, self._sum, self._longest]
            self._told += 1
            if SOAK and self._told % LOOK_EVERY == 0:
                gc.collect()
                told += [gc.mem_free(), largest()]  # type: ignore[attr-defined]
            self._port.write(json.dumps(told) + "\n")
            self._turns = self._sum = self._longest = 0
        return due


main.NodeLoop = TimedLoop  # type: ignore[assignment,misc]
main.run(None, lambda: None)
