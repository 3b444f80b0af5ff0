"""What an emulated RP2040 measures of the firmware: a program for MicroPython, started as /main.py.

It sends a line of JSON for each figure, in microseconds or bytes, on UART 1, and "end".
"""

import gc
import hashlib
import json
import sys
import time

import machine  # type: ignore[import-not-found,unused-ignore]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TURNS = 3
"""Each figure is the middle one of so many."""

port = machine.UART(1, baudrate=921600, tx=machine.Pin(4), rx=machine.Pin(5), txbuf=512)
ticks, passed = time.ticks_us, time.ticks_diff  # type: ignore[attr-defined]


def tell(what: str, value: "Any") -> None:
    """Send a figure."""
    port.write(json.dumps([what, value]) + "\n")
    port.flush()


def timed(what: str, act: "Callable[[], Any]") -> None:
    """Send how long something takes (us)."""
    took = []
    for _ in range(TURNS):
        gc.collect()
        began = ticks()
        act()
        took.append(passed(ticks(), began))
    tell(what, sorted(took)[TURNS // 2])


def free() -> int:
    """Return the bytes of the heap that are free."""
    gc.collect()
    return gc.mem_free()  # type: ignore[attr-defined,no-any-return]


class Board:
    """What the readers stand on."""

    def __init__(self) -> None:
        self.machine = machine
        self.sleep_us = time.sleep_us  # type: ignore[attr-defined]


def scans() -> None:
    """Measure scans of each antenna: at rest and thorough, and how much of it the driver waits."""
    from firmware.iso15693 import InventoryTree
    from firmware.readers import open_reader

    reader = open_reader({}, Board())
    reader.begin()
    select = [machine.Pin(number, machine.Pin.OUT, value=0) for number in (10, 11, 12, 13)]
    for antenna in range(6):
        for place, pin in enumerate(select):
            pin.value(antenna >> place & 1)
        field = InventoryTree()

        def scan(thorough: bool, field: "InventoryTree" = field) -> "list[bytes]":
            steps = reader.scan(("iso15693",), field, thorough, False)
            try:
                while True:
                    next(steps)
            except StopIteration as end:
                return list(end.value)

        for _ in range(4):
            read = scan(True)
        tags = len(read)
        scan(False)
        timed(f"rest-{tags}", lambda: scan(False))
        reader.chip.slept = 0
        scan(False)
        tell(f"waits-{tags}", reader.chip.slept)
        timed(f"thorough-{tags}", lambda: scan(True))
    field = InventoryTree()
    for pin in select:
        pin.value(0)
    chip: Any = reader.chip
    timed("on", lambda: chip.on((0x0D, 0x8D)))
    timed("off", chip.off)


def link() -> None:
    """Measure a snapshot of ten tags: packed, sealed and made a frame."""
    from firmware import messages, seal, wire

    uids = [bytes((0xE0, 4, 1, 0x50, 1, 2, 3, number)) for number in range(10)]
    timed("snapshot-10", lambda: messages.pack_snapshot(1, 1000, uids))
    payload = messages.pack_snapshot(1, 1000, uids)[:60]
    one = seal.Seal(bytes(32), False)
    timed("seal-60", lambda: one.close(wire.SNAPSHOT, 1, payload))
    sealed = one.close(wire.SNAPSHOT, 1, payload)
    timed("encode-65", lambda: wire.encode(wire.SNAPSHOT, 1, sealed, wire.SEALED))
    timed("crc-65", lambda: wire.portable_crc(sealed))
    timed("sha256-64", lambda: hashlib.sha256(payload).digest())


def run() -> None:
    """Measure everything."""
    tell("image", list(sys.implementation)[1])
    tell("clock", machine.freq())
    tell("heap-start", free())
    began = ticks()
    import firmware.main  # noqa: F401

    tell("import", passed(ticks(), began))
    tell("heap-imported", free())
    timed("gc", lambda: None)
    began = ticks()
    gc.collect()
    tell("gc", passed(ticks(), began))
    scans()
    link()
    tell("heap-end", free())
    port.write("end\n")
    port.flush()


run()
