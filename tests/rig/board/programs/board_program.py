"""A benchmark of the firmware on an emulated RP2040: a MicroPython program, started as /main.py.

It sends a line of JSON on UART 1 for each measurement, in microseconds or bytes, and finally "end".
"""

import gc
import hashlib
import json
import sys
import time

import machine  # type: ignore[import-not-found,unused-ignore]

from firmware.main import quicken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TURNS = 10
"""Number of runs averaged for each figure. The heap fills up meanwhile, as in a node."""

ROOM = 80000
"""If fewer bytes than this are free on the heap, garbage is collected before the next run."""

PAIRS = 6
"""From the antenna with this number on, each has a pair of tags; some pairs take more questions."""

quicken(machine, sys.implementation._machine, time.sleep_ms)  # type: ignore[attr-defined]
port = machine.UART(1, baudrate=921600, tx=machine.Pin(4), rx=machine.Pin(5), txbuf=512)
ticks, passed = time.ticks_us, time.ticks_diff  # type: ignore[attr-defined]


def tell(what: str, value: "Any") -> None:
    """Report a measurement on UART 1."""
    port.write(json.dumps([what, value]) + "\n")
    port.flush()


def timed(what: str, act: "Callable[[], Any]") -> None:
    """Measure and report the duration of an action (us), excluding garbage collection.

    Garbage is collected first, because an allocation's time depends on what is on the heap.
    """
    took = 0
    gc.collect()
    for _ in range(TURNS):
        if gc.mem_free() < ROOM:  # type: ignore[attr-defined]
            gc.collect()
        began = ticks()
        act()
        took += passed(ticks(), began)
    tell(what, took // TURNS)


def free() -> int:
    """Return the number of free bytes on the heap."""
    gc.collect()
    return gc.mem_free()  # type: ignore[attr-defined,no-any-return]


class Board:
    """The attributes of a board that the readers use."""

    def __init__(self) -> None:
        self.machine = machine
        self.sleep_us = time.sleep_us  # type: ignore[attr-defined]
        self.ticks_us = ticks
        self.tidy = gc.collect


def exchange(chip: "Any", frame: "Any", expected: bool = False) -> None:
    """Send a question to the tags, and wait for their reply.

    `frame` is the question. If `expected` is true, a reply is likely, and the driver waits until it
    would have ended. Otherwise it first checks whether a reply has begun, which takes less time if
    none has.
    """
    reply = chip.ask(frame, expected)
    while isinstance(reply, int):
        chip.wait_until(reply)
        reply = chip.heard()


def turn_to(select: "list[Any]", antenna: int) -> None:
    """Select an antenna by setting the multiplexer's pins."""
    for place, pin in enumerate(select):
        pin.value(antenna >> place & 1)


def questions(chip: "Any", read: "list[bytes]") -> None:
    """Measure an unanswered question if the list `read` is empty, otherwise an answered one.

    `read` has the uids that the last scan of this antenna read.
    """
    from firmware.drivers import pn5180
    from firmware.reading.iso15693 import inventory

    chip.on(pn5180.ISO15693)
    if not read:
        timed("silent-3", lambda: exchange(chip, inventory(0, 0)))
        timed("silent", lambda: exchange(chip, inventory(1, 0)))
        tell("silent-air", pn5180.SENT_US[4] + pn5180.HEARD_US)
    else:
        asks = inventory(1, read[0][7] & 1)
        timed("answered", lambda: exchange(chip, asks, True))
        tell("answered-air", pn5180.SENT_US[4] + pn5180.HEARD_US + pn5180.ANSWER_US)
    chip.off()


def scans() -> None:
    """Measure normal and thorough scans of each antenna, and the time the driver spends waiting.

    Also measure an answered and an unanswered question.
    """
    from firmware.drivers import pn5180
    from firmware.reading.iso15693 import InventoryTree
    from firmware.reading.readers import open_reader

    reader = open_reader({}, Board())
    reader.begin()
    select = [machine.Pin(number, machine.Pin.OUT, value=0) for number in (10, 11, 12, 13)]
    chip: Any = reader.chip
    for antenna in range(PAIRS + 3):
        turn_to(select, antenna)
        field = InventoryTree()
        asked: "list[int]" = []

        def scan(
            thorough: bool, field: "InventoryTree" = field, asked: "list[int]" = asked
        ) -> "list[bytes]":
            asked.append(1)
            steps = reader.scan(("iso15693",), field, thorough, False)
            try:
                while True:
                    at = next(steps)
                    if at is None:
                        asked[-1] += 1
                    else:
                        chip.wait_until(at)
            except StopIteration as end:
                return list(end.value)

        for _ in range(4):
            read = scan(True)
        tags = len(read)
        for _ in range(4):
            scan(False)
        if antenna >= PAIRS:
            timed(f"pair-{len(field.leaves)}", lambda: scan(False))
            continue
        timed(f"rest-{tags}", lambda: scan(False))
        chip.slept = 0
        scan(False)
        tell(f"waits-{tags}", chip.slept)
        tell(f"asked-{tags}", asked[-1])
        timed(f"thorough-{tags}", lambda: scan(True))
        if tags < 2:
            questions(chip, read)
    turn_to(select, 0)
    timed("on", lambda: chip.on(pn5180.ISO15693))
    tell("on-waits", pn5180.FIELD_US + pn5180.GUARD_US)
    timed("off", chip.off)


class Idle:
    """A role that does nothing."""

    can = ()

    def due(self, now: int) -> int:
        """Return a time that is never reached."""
        return now + 1000000

    def step(self, now: int, node: "Any") -> None:
        """Do nothing."""

    def silent(self, now: int) -> None:
        """Do nothing."""


def link() -> None:
    """Measure a turn of a node that has a key, both idle and with a snapshot to send."""
    from firmware.link import handshake, messages, seal, session, wire
    from firmware import main, node, watchdog

    uids = [bytes((0xE0, 4, 1, 0x50, 1, 2, 3, number)) for number in range(12)]
    timed("snapshot-10", lambda: messages.pack_snapshot(1, 1000, uids[:10]))
    payload = messages.pack_snapshot(1, 1000, uids)[:60]
    one = seal.Seal(bytes(32), False)
    timed("seal-60", lambda: one.close(wire.SNAPSHOT, 1, payload))
    sealed = one.close(wire.SNAPSHOT, 1, payload)
    timed("encode-65", lambda: wire.encode(wire.SNAPSHOT, 1, sealed, wire.SEALED))
    timed("crc-65", lambda: wire.portable_crc(sealed))
    timed("sha256-64", lambda: hashlib.sha256(payload).digest())

    key = bytes(range(32))
    here = node.Node({"node": "a", "role": "antennas"}, Idle(), 1, 0, key, bytes(16))
    keys = handshake.Keys(lambda _: key, lambda: bytes(seal.NONCE), True)
    host = session.Session(handshake.HostHalf(7, lambda _: "", keys), 0)
    now, said = 0, b""
    while not (here.up and host.up) or now < 100:
        now += 5
        host.receive(here.turn(said, now, 2048), now)
        said = host.outgoing(now)
    line = main.Uart(machine, {"tx": 12, "rx": 13}, 115200)
    loop = main.NodeLoop(here, line, watchdog.Watchdog(bool, 0, None), bool, now)  # type: ignore[arg-type]

    def told(count: int) -> None:
        here.snapshot(1, now, uids[:count])
        loop.turn(now)

    timed("turn", lambda: loop.turn(now))
    for count in (2, 12):
        timed(f"told-{count}", lambda count=count: told(count))  # type: ignore[misc]


def run() -> None:
    """Measure everything."""
    tell("image", list(sys.implementation)[1])
    tell("clock", machine.freq())
    tell("heap-start", free())
    began = ticks()
    import firmware.main  # noqa: F401

    tell("import", passed(ticks(), began))
    tell("heap-imported", free())
    # Turn off frequent collections after the imports, as a node's loop does. Otherwise they would
    # be part of the measurements.
    gc.threshold(-1)  # type: ignore[attr-defined]
    tell("threshold", gc.threshold())  # type: ignore[attr-defined]
    began = ticks()
    gc.collect()
    tell("gc", passed(ticks(), began))
    scans()
    link()
    tell("heap-end", free())
    port.write('"end"\n')
    port.flush()
    while True:
        time.sleep(1)


run()
