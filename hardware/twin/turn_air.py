"""The air of antennas that radiate by turns: each waits for its slot, and none is disturbed."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from controller.contract.scans import AntennaPlan
from firmware.antennas import LOOK_EVERY, SLOW, longer_than
from hardware.rounds import GLANCE, Rounds, tags_read
from hardware.slots import FIELD_MS, TAG_MS
from hardware.twin.antenna import TwinAntenna

NOBODY: Final = 0.17
"""For each of several tags so much of a tag's time goes by with questions that nobody answers."""

COLLISIONS: Final = 1.5
"""So many times the time of a tag it takes to tell one that has come from those that lie there."""


HUSHED: Final = 0.54
"""So much of a tag's time it takes to tell one to be quiet."""


class TurnAir:
    """Says when scans are over: what a slot has no time for goes on in the antenna's next one."""

    def __init__(self, plans: Sequence[AntennaPlan]) -> None:
        self.rounds = Rounds(plans)
        self._due = dict.fromkeys(self.rounds.standing.slots, 0)
        self._left: dict[str, float] = {}
        """How many tags of a scan that goes on are still to be read."""
        self._asked = dict.fromkeys(self.rounds.standing.slots, 0.0)
        """In how many tags' time the scan has been that goes on."""
        self._usual = dict.fromkeys(self.rounds.standing.slots, (1.0, 1.0))
        """And the last two that have ended."""
        self._told: set[str] = set()
        self._read: dict[str, frozenset[str]] = {}
        self._scans = dict.fromkeys(self.rounds.standing.slots, 0)

    @property
    def frame(self) -> int:
        """Return how long the longest frame of usual fields is (ms)."""
        return self.rounds.standing.frame

    def takes(self, antenna: TwinAntenna) -> int:
        """Return how long an antenna is scanned at most, as its field is now: frames, in ms.

        The frame before it may be one that has news elsewhere, or looks for what is drowned.
        """
        return self.frame * (1 + math.ceil(max(len(antenna.field), 1) * (1 + NOBODY) / GLANCE))

    def lay(
        self, antennas: Iterable[TwinAntenna], since: int
    ) -> tuple[list[tuple[int, TwinAntenna]], int]:
        """Return the scans that end in the next frame from a time on, in order, and its end."""
        one = self.rounds.counts(since)
        frame = one.schedule.frame
        began = since + (one.began - since) % frame
        ended = []
        for antenna in antennas:
            for slot in one.schedule.of(antenna.name):
                start = began + slot.start
                at = self._go_on(antenna, start, slot.length)
                if at is not None:
                    ended.append((at, antenna))
        ended.sort(key=lambda entry: entry[0])
        return ended, began + frame

    def _go_on(self, antenna: TwinAntenna, start: int, length: int) -> int | None:
        """Scan an antenna in a slot; give when a scan has ended, if one has (ms)."""
        name, room = antenna.name, tags_read(length)
        left = self._left.pop(name, None)
        if left is None:
            if start < self._due[name]:
                return None
            period = antenna.period if antenna.period > self.frame else 0
            self._scans[name] += 1
            if self._looks(antenna):
                room -= math.ceil(HUSHED * len(antenna.field) + 0.5)
                if room < 1:
                    return None
            self._due[name] = start + period
            left = self._work(antenna)
        if left > room:
            self._left[name] = left - room
            self._asked[name] += room
            if name not in self._told and self._asked[name] >= longer_than(max(self._usual[name])):
                self._told.add(name)
                self.rounds.longer(name, start + length)
            return None
        self._usual[name] = self._usual[name][1], self._asked[name] + left
        self._asked[name] = 0.0
        self._told.discard(name)
        return round(start + FIELD_MS + left * TAG_MS)

    def _looks(self, antenna: TwinAntenna) -> bool:
        """Return whether an antenna looks for those that others drown before it is scanned."""
        every = LOOK_EVERY // 4 if antenna.period >= SLOW else LOOK_EVERY
        return self._scans[antenna.name] % every == 0 and bool(antenna.field)

    def _work(self, antenna: TwinAntenna) -> float:
        """Return for how many tags' time an antenna is scanned that begins now."""
        lie = frozenset(antenna.field)
        before, self._read[antenna.name] = self._read.get(antenna.name, lie), lie
        if len(lie) < 2:
            return 1.0
        return len(lie) * (1 + NOBODY) + COLLISIONS * len(lie - before)
