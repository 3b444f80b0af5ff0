"""The air shared by a table's antennas, where simultaneous fields spoil one another's reads.

No figures have been published for the loss. The model interpolates linearly between two makers'
statements: readers side by side "will not work reliably, if at all" (Phidgets, "How to Set Up
Multiple RFID Readers in Close Range",
https://www.phidgets.com/?view=articles&article=MultipleRfidReadersCloseRange), and a distance of
three diameters of the larger antenna between their edges is safe (NXP,
`timing/standing_slots.py`). A tag's reply modulates its reader's field by less than a thousandth,
so a second field masks the reply long before it is equally strong.
"""

import random
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.contract.scans import AntennaPlan
from hardware.timing.standing_slots import APART, apart, scan_ms
from hardware.twin.aerials.antenna import TwinAntenna

KEPT: Final = 1000
"""Upper bound (ms) for the duration of an uninterrupted scan."""


class OnAir(msgspec.Struct, frozen=True):
    """The time during which an antenna is scanning, from its start to its end (ms)."""

    start: float
    end: float
    antenna: TwinAntenna


def lost(one: AntennaPlan, other: AntennaPlan) -> float:
    """Return the share (0 to 1) of `one`'s reads that fail while the field of `other` is on."""
    return max(0.0, 1 - apart(one, other) / APART)


class Air:
    """Computes when scans end, and which tags each scan can read despite interference.

    The nodes scan independently, each reading one antenna after another.
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
        """For each scan, the probability that other fields make it miss a tag.

        The key is the end of the scan (ms) and the antenna's name.
        """

    def lay(
        self, planned: Sequence[tuple[int, TwinAntenna]], until: int
    ) -> list[tuple[int, TwinAntenna]]:
        """Return the scans that end before `until` (ms), as (end, antenna), earliest first.

        `planned` lists the scans due before `until`, as (due time, antenna). Scans that end later
        are returned by a later call. A scan is skipped if its node is too busy.
        """
        came = [one for at, antenna in planned if (one := self._begin(at, antenna)) is not None]
        came.sort(key=lambda one: one.start)
        # Scans of a delayed node from an earlier call may begin after the new scans.
        near = sorted([*self._on, *came], key=lambda one: one.start)
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
        """Return an antenna's scan that is due at `at`, or None if its node is too busy."""
        takes = scan_ms(len(antenna.field))
        node = antenna.plan.device
        start = max(at, self._free.get(node, 0.0))
        if start > at + antenna.period:
            return None
        self._free[node] = start + takes
        return OnAir(start, start + takes, antenna)

    def _loss(self, one: OnAir, near: Sequence[OnAir]) -> float:
        """Return the probability that the scan `one` misses a tag because of scans in `near`."""
        kept, losses = 1.0, self._losses[one.antenna.name]
        for other in near:
            if other.start >= one.end:
                break
            if other.end > one.start and (loss := losses.get(other.antenna.name, 0.0)):
                both = min(one.end, other.end) - max(one.start, other.start)
                kept *= 1 - loss * both / (one.end - one.start)
        return 1 - kept

    def hear(self, antenna: TwinAntenna, at: int, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Return the tags that the scan ending at `at` can read despite interference."""
        loss = self.spoiled.pop((at, antenna.name), 0.0)
        if not loss or not tags:
            return tags
        return tuple(tag for tag in tags if self._rng.random() >= loss)
