"""The air that the antennas of a table share: fields that are on at once spoil each other's reads.

How much is lost nobody has published. Taken is a line between what two makers say: readers side by
side "will not work reliably, if at all" (Phidgets, "How to Set Up Multiple RFID Readers in Close
Range", https://www.phidgets.com/?view=articles&article=MultipleRfidReadersCloseRange), and with
three diameters of the larger antenna between their edges all is well (NXP, `timing/slots.py`). A
tag's answer is a modulation of its reader's field by less than a thousandth, so that a second field
drowns it long before it is as strong.
"""

import random
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.contract.scans import AntennaPlan
from hardware.timing.slots import APART, apart, scan_ms
from hardware.twin.aerials.antenna import TwinAntenna

KEPT: Final = 1000
"""A scan in one piece is over within so many ms."""


class OnAir(msgspec.Struct, frozen=True):
    """An antenna is scanned, from and to a time (ms)."""

    start: float
    end: float
    antenna: TwinAntenna


def lost(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return which part of an antenna's reads another's field spoils while both are on (0 to 1)."""
    return max(0.0, 1 - apart(one, other) / APART)


class Air:
    """Says when scans are over, and which tags of each are read all the same.

    Each node reads as it likes, one antenna after the other.
    """

    def __init__(self, plans: Sequence[AntennaPlan], seed: int) -> None:
        self._rng = random.Random(seed)
        self._losses = {
            one.name: {
                other.name: lost(one, other)
                for other in plans
                if one.device != other.device and apart(one, other) < APART
            }
            for one in plans
        }
        self._free: dict[str, float] = {}
        self._late: list[OnAir] = []
        self._on: deque[OnAir] = deque()
        self.spoiled: dict[tuple[int, str], float] = {}
        """How often a tag is lost in the scan of an antenna that ends then (ms)."""

    def lay(
        self, planned: Sequence[tuple[int, TwinAntenna]], until: int
    ) -> list[tuple[int, TwinAntenna]]:
        """Return the scans that end before `until` (ms) as the air lets them be, by their ends.

        `planned` are those that are due before it; the others are given in the next round.
        """
        came = [one for at, antenna in planned if (one := self._begin(at, antenna)) is not None]
        came.sort(key=lambda one: one.start)
        near = [*self._on, *came]
        for one in came:
            self.spoiled[round(one.end), one.antenna.name] = self._loss(one, near)
        horizon = until - KEPT
        self._on = deque(one for one in near if one.end > horizon)
        ended = [*self._late, *came]
        self._late = [one for one in ended if one.end >= until]
        out = [(round(one.end), one.antenna) for one in ended if one.end < until]
        out.sort(key=lambda entry: entry[0])
        return out

    def _begin(self, at: int, antenna: TwinAntenna) -> OnAir | None:
        """Return an antenna's scan; None where its node has no time for it."""
        takes = scan_ms(len(antenna.field))
        node = antenna.plan.device
        start = max(at, self._free.get(node, 0.0))
        if start > at + antenna.period:
            return None
        self._free[node] = start + takes
        return OnAir(start, start + takes, antenna)

    def _loss(self, one: OnAir, near: Sequence[OnAir]) -> float:
        """Return how often a tag of this scan is not read, for all whose fields were on with it."""
        kept, losses = 1.0, self._losses[one.antenna.name]
        for other in near:
            if other.start >= one.end:
                break
            if other.end > one.start and (loss := losses.get(other.antenna.name, 0.0)):
                both = min(one.end, other.end) - max(one.start, other.start)
                kept *= 1 - loss * both / (one.end - one.start)
        return 1 - kept

    def hear(self, antenna: TwinAntenna, at: int, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of the tags that are read in the scan that ends now."""
        loss = self.spoiled.pop((at, antenna.name), 0.0)
        if not loss or not tags:
            return tags
        return tuple(tag for tag in tags if self._rng.random() >= loss)
