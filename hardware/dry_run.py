"""A dry run of a node: the real firmware role reads simulated tags through a simulated reader.

The firmware (`firmware/reading/antennas.py`) decides when each scan starts, pauses and resumes.
`hardware/timing/question_time.py` determines how long each query to the tags takes.
"""

import json
import math
import random
from collections.abc import Generator, Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

from controller.contract.scans import AntennaPlan
from firmware.drivers.pn5180 import FIELD_US, GUARD_US
from firmware.link.messages import Command
from firmware.node import Node
from firmware.reading.antennas import AntennasRole
from firmware.reading.iso15693 import FLAGS_SLOTS, Frame, InventoryTree, crc16
from firmware.reading.time_slots import FOREVER
from hardware.node.node_clock import NodeClock
from hardware.node.nodes import antennas_config, round_told
from hardware.timing.dynamic_slots import Round
from hardware.timing.processor import MEASURED, NONE, Processor
from hardware.timing.question_time import answered_ms, silent_ms
from hardware.timing.standing_slots import Schedule

WARM: Final = 3000
"""Length (ms) of the warm-up before the measurement, which is long enough to read a whole pile. Two
periods of the slowest antenna are added to it.
"""

LONG: Final = 6000
"""Minimum length (ms) of the measurement. The measurement lasts `SCANS` periods of the slowest
antenna if those take longer."""

SCANS: Final = 30

DRAWS: Final = 10
"""Number of random draws of uids, because the number of unanswered queries varies."""


class Turn(NamedTuple):
    """How an antenna is read: the interval between scans, and the field's on-time per scan (ms)."""

    every: float
    scan_ms: float


def read_by_turns(
    plans: Sequence[AntennaPlan], tags: Sequence[int], schedule: Schedule,
    processor: Processor = MEASURED,
) -> list[Turn]:  # fmt: skip
    """Return how often, and for how long, each of a node's antennas is read under a schedule.

    `plans` are the node's antennas, and `tags` is the number of tags at each of them. `processor`
    holds the costs of the board's processor.
    """
    # In a round without an end, the time slots never change.
    clock, always = NodeClock(), Round(schedule, 0, 0, FOREVER, 1)
    periods = antennas_config(plans, schedule, clock, 0)["periods"]
    config = {"periods": periods, "round": round_told(plans, always, clock)}
    longest = max(plan.period for plan in plans)
    warm, ms = WARM + 2 * longest, max(LONG, SCANS * longest)
    runs = []
    for draw in range(DRAWS):
        chance = random.Random(draw)
        node = DryNode([uids(count, chance) for count in tags], config, processor)
        node.run(warm)
        node.run(warm + ms)
        runs.append(node)
    turns = []
    for at in range(len(plans)):
        # An antenna whose scan never finished counts as having one scan in the whole run.
        scans = max(sum(node.scans[at] for node in runs), 1)
        on_ms = sum(node.reader.on_us[at] for node in runs) / 1000
        turns.append(Turn(DRAWS * ms / scans, on_ms / scans))
    return turns


def uids(count: int, chance: random.Random) -> list[bytes]:
    """Return `count` random uids from one manufacturer, which differ only in their low bytes."""
    return [bytes.fromhex(f"E0040150{chance.getrandbits(32):08X}") for _ in range(count)]


class Pins:
    """Simulated pins that select an antenna."""

    OUT = 1

    def __init__(self) -> None:
        self.selected = 0

    def __call__(self, number: int, _mode: int, value: int = 0) -> SimpleNamespace:
        """Return pin `number`, which sets bit `number` of the selected antenna's number."""
        self._set(number, value)
        return SimpleNamespace(value=partial(self._set, number))

    def _set(self, bit: int, level: int) -> None:
        self.selected = self.selected & ~(1 << bit) | level << bit


class DryReader:
    """A simulated reader and its IC: it reads given tags and keeps simulated time (us).

    `on_us` is how long each antenna's field has been on.
    """

    can = ("iso15693",)
    news = ""
    gauged = None

    def __init__(self, fields: Sequence[Sequence[bytes]], pins: Pins, processor: Processor) -> None:
        self.now = 0.0
        self.asked = 0
        self.on_us = [0.0] * len(fields)
        self._pins = pins
        self.processor = processor
        self._lit = 0.0
        self._leaf = 0, 0
        self._slot = -1
        self._quiet: set[bytes] = set()
        self._replies = [{uid: reply_of(uid) for uid in field} for field in fields]

    @property
    def chip(self) -> "DryReader":
        """Return the object that keeps the time: the reader itself."""
        return self

    def begin(self) -> None:
        """Do nothing, because the reader is always available."""

    def sleep(self, us: float) -> None:
        """Advance the simulated time by `us` microseconds."""
        self.now += us

    def clock(self) -> int:
        """Return the simulated time (us)."""
        return int(self.now)

    def wait_until(self, at: int) -> None:
        """Advance the simulated time to `at` (us)."""
        self.now = max(self.now, at)

    def scan(
        self, _protocols: Sequence[str], field: InventoryTree, thorough: bool, pieces: bool
    ) -> Generator[int | None, None, list[bytes]]:
        """Read all tags of the selected antenna, and return their uids.

        The parameters are as for a real reader (`firmware/reading/readers.py`).
        """
        yield from self._lit_for(field.scan(thorough, not pieces), slots=pieces)
        return field.last

    def look(self, field: InventoryTree) -> Generator[int | None, None, None]:
        """Send the queries of a search for masked tags; none are simulated, so none are found."""
        yield from self._lit_for(field.look(), slots=True)

    def pause(self) -> tuple[int, int]:
        """Switch the field off; return a value for `resume`, which ignores it."""
        self.on_us[self._pins.selected] += self.now - self._lit
        return 0, 0

    def resume(self, _protocol: tuple[int, int]) -> None:
        """Switch the field on."""
        self.sleep(self.processor.begin)
        self._lit = self.now
        self._quiet.clear()
        self.sleep(FIELD_US + GUARD_US + self.processor.field)

    def _lit_for(
        self, frames: Generator[Frame, bytes | None, Any], *, slots: bool
    ) -> Generator[int | None]:
        """Run a scan with the field on: answer its frames, and advance the time for each.

        The processor's time is added between two queries. This time is longer if `slots` is
        true, which means that the antennas have time slots.
        """
        between = self.processor.between + (self.processor.slots if slots else 0)
        self.resume((0, 0))
        frame = next(frames)
        try:
            while True:
                reply, ms, air = self._ask(frame)
                self.sleep((ms - air) * 1000)
                yield math.ceil(self.now + air * 1000)
                frame = frames.send(reply)
                self.sleep(between)
                yield None
        except StopIteration:
            self.sleep(self.processor.scan)
            self.pause()

    def _asked_for(self, data: bytes) -> tuple[int, int]:
        """Return the tags that a frame queries, as (bits, mask).

        These are the tags whose lowest `bits` uid bits equal `mask`. `data` is the frame's data; an
        empty frame moves on to the next of 16 slots.
        """
        if not data:
            self._slot += 1
        else:
            self._leaf = data[2], int.from_bytes(data[3:], "little")
            self._slot = 0 if data[0] == FLAGS_SLOTS else -1
        bits, mask = self._leaf
        return (bits, mask) if self._slot < 0 else (bits + 4, mask | self._slot << bits)

    def _ask(self, frame: Frame) -> tuple[bytes | None, float, float]:
        """Return the tags' answer to a frame, how long the exchange takes, and its air time (ms).

        The answer is None if no tag answers, and b"" if several do.
        """
        data = frame.data
        heard = []
        if frame.replies:
            bits, mask = self._asked_for(data)
            heard = [
                reply
                for uid, reply in self._replies[self._pins.selected].items()
                if uid not in self._quiet and int.from_bytes(uid, "big") & (1 << bits) - 1 == mask
            ]
        else:
            self._quiet.add(bytes(reversed(data[2:])))
        self.asked += 1
        takes = answered_ms if heard else silent_ms
        reply = None if not heard else heard[0] if len(heard) == 1 else b""
        return reply, takes(len(data), self.processor), takes(len(data), NONE)


class DryNode:
    """A simulated node: the role running on a `DryReader`. No host is connected.

    `scans` counts the completed scans of each antenna.
    """

    up = False

    def __init__(
        self,
        fields: Sequence[Sequence[bytes]],
        config: Mapping[str, object],
        processor: Processor,
    ) -> None:
        pins = Pins()
        self.reader = DryReader(fields, pins, processor)
        self.scans = [0] * len(fields)
        self.tidied: list[int] = []
        """For each garbage collection, the number of queries since the previous one."""
        role = {"antennas": len(fields), "mux": range(len(fields).bit_length())}
        board = SimpleNamespace(machine=SimpleNamespace(Pin=pins), tidy=self._tidy)
        self._role = AntennasRole(role, board, 0, self.reader)
        self._role.command(Command("config", 0, json.dumps(config)), 0)

    def run(self, until: int) -> None:
        """Reset the counters, and scan until the simulated time `until` (ms)."""
        self.scans = [0] * len(self.scans)
        self.reader.on_us = [0.0] * len(self.scans)
        while (now := int(self.reader.now / 1000)) < until:
            costs = self.reader.processor
            self.reader.sleep(costs.turn)
            self._role.step(now, cast("Node", self))
            self.reader.sleep(max(costs.asking - costs.turn, 0))
            due = self._role.due(now)
            if due > now:
                # The loop sleeps until a whole millisecond of the board's time.
                self.reader.wait_until(1000 * max(due, math.ceil(self.reader.now / 1000)))

    def _tidy(self) -> None:
        reader = self.reader
        self.tidied.append(reader.asked - sum(self.tidied))
        reader.sleep(reader.processor.tidy)

    def snapshot(self, antenna: int, _at: int, uids: Sequence[bytes]) -> None:
        """Count a completed scan."""
        self.scans[antenna] += 1
        costs = self.reader.processor
        self.reader.sleep(costs.snapshot + len(uids) * costs.uid)

    def event(self, _what: str, _at: int, _place: int, _value: object) -> bool:
        """Drop an event and return False, because no host is connected."""
        return False

    def log(self, _level: str, _text: str) -> None:
        """Ignore a log line, because no host is connected."""


def reply_of(uid: bytes) -> bytes:
    """Return a tag's reply to an inventory query."""
    reply = bytes(2) + bytes(reversed(uid))
    return reply + crc16(reply).to_bytes(2, "little")
