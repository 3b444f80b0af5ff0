"""Computes how well antennas read: rates, crosstalk, and suggested thresholds. It does no I/O."""

import math
from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import Literal

import msgspec

from controller.contract.scans import AntennaPlan, Scan

Level = Literal["clean", "typical", "harsh", "worse", "unknown"]

SURE = 1e-4
"""The acceptable probability that a tag goes unnoticed on arrival."""

RARE = 1e-3
"""The acceptable number of times per hour that a tag elsewhere is mistaken for one that is here."""

LEAST_READS = 2
MOST_READS = 12
LONGEST_WINDOW = 60

APART = 0.25
"""The tolerated deviation of a coil's gain from its kind's median, as a fraction of the median."""

ALIKE = 3
"""The minimum number of identical coils needed to determine their usual gain."""

CAPS: dict[Level, tuple[float, float, float]] = {
    "clean": (0.005, 0.01, 0.0005),
    "typical": (0.08, 0.22, 0.01),
    "harsh": (0.30, 0.50, 0.03),
}
"""The highest error rates of each noise level, each as a fraction of scans.

The rates are for missing an unstacked tag, for missing a stacked tag, and for crosstalk.
"""


class Measured(msgspec.Struct, frozen=True):
    """One antenna: its scan rate, the tags on it, and how well they were read.

    `scans` is the number of its scans, and `per_second` their rate. `tags` is the number of tags on
    it. `rate` is the mean fraction of scans that read a tag (0 to 1), and `worst` is the fraction
    for the tag read least often; both are 0 if there was no tag. If this antenna also reads tags on
    other antennas, `overheard` maps each of those antennas to the fraction of this antenna's scans
    that read such a tag. `strange` counts uids that were read only once in a period of listening,
    and no more often in any other.

    `reads` and `window` are the suggested settings: a tag counts as present after `reads` reads in
    `window` scans. `level` is the noise level that fits the measurements. `gain` is the receiver's
    setting (AGC, 0 to 1023) and `gear` the transmitter's (DPC, 0 to 15); both are -1 if no node has
    reported them.
    """

    antenna: str
    zone: str
    device: str
    scans: int
    per_second: float
    tags: int
    rate: float
    worst: float
    overheard: dict[str, float]
    strange: int
    reads: int
    window: int
    level: Level
    gain: int = -1
    gear: int = -1


class Listening:
    """Counts each antenna's reads. A tag's home is the antenna that reads that tag most often."""

    def __init__(self) -> None:
        self.scans: Counter[str] = Counter()
        self._first: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._reads: dict[str, Counter[str]] = {}
        self.gauges: dict[str, tuple[int, int]] = {}

    def hear(self, scan: Scan) -> None:
        """Count one scan."""
        self.scans[scan.antenna] += 1
        self._first.setdefault(scan.antenna, scan.at)
        self._last[scan.antenna] = scan.at
        if scan.gauge is not None:
            self.gauges[scan.antenna] = scan.gauge
        for uid in set(scan.tags):
            self._reads.setdefault(uid, Counter())[scan.antenna] += 1

    def homes(self) -> dict[str, str]:
        """Return each tag's home antenna, leaving out uids that were read only once."""
        return {
            uid: max(sorted(reads), key=lambda name: reads[name])
            for uid, reads in self._reads.items()
            if reads.total() > 1
        }

    def rates(self) -> dict[str, list[float]]:
        """Return, for each antenna, the fraction of its scans that read each tag on it."""
        found: dict[str, list[float]] = {}
        for uid, home in self.homes().items():
            found.setdefault(home, []).append(self._reads[uid][home] / self.scans[home])
        return found

    def overheard(self) -> dict[str, dict[str, float]]:
        """Return how often each antenna reads tags that are on other antennas.

        The result maps each antenna to {other antenna: fraction of scans}. Only one of the tags on
        the other antenna counts: the one that this antenna reads most often.
        """
        found: dict[str, dict[str, float]] = {}
        for uid, home in self.homes().items():
            for name, count in self._reads[uid].items():
                if name != home:
                    there = found.setdefault(name, {})
                    there[home] = max(there.get(home, 0.0), count / self.scans[name])
        return found

    def strange(self) -> dict[str, str]:
        """Return each uid that was read only once, with the antenna that read it."""
        return {uid: next(iter(reads)) for uid, reads in self._reads.items() if reads.total() == 1}

    def per_second(self, name: str) -> float:
        """Return how many scans an antenna makes per second."""
        span = self._last.get(name, 0) - self._first.get(name, 0)
        return (self.scans[name] - 1) * 1000 / span if span > 0 else 0.0


def merged(plans: Iterable[AntennaPlan], parts: Iterable[Listening]) -> tuple[Measured, ...]:
    """Return each antenna's read quality, computed from all the listening periods in `parts`."""
    parts = list(parts)
    known = {uid for part in parts for uid in part.homes()}
    once = {uid: name for part in parts for uid, name in part.strange().items()}
    strange = Counter(name for uid, name in once.items() if uid not in known)
    out = []
    for plan in plans:
        name = plan.name
        rates = [rate for part in parts for rate in part.rates().get(name, ())]
        overheard: dict[str, float] = {}
        for part in parts:
            for other, share in part.overheard().get(name, {}).items():
                overheard[other] = max(overheard.get(other, 0.0), share)
        worst = min(rates, default=0.0)
        speed = max((part.per_second(name) for part in parts), default=0.0)
        cross = max(overheard.values(), default=0.0)
        # A tag can be taken for one on a neighbouring antenna only while its own antenna misses it:
        # in at least 2 % of the scans, as assumed here.
        mistaken = cross * max(1 - worst, 0.02)
        reads, window = suggested(worst, mistaken, speed) if rates else (0, 0)
        scans = sum(part.scans[name] for part in parts)
        gauges = [part.gauges[name] for part in parts if name in part.gauges]
        gain, gear = gauges[-1] if gauges else (-1, -1)
        out.append(
            Measured(
                antenna=name,
                zone=plan.zone,
                device=plan.device,
                scans=scans,
                per_second=round(speed, 2),
                tags=len(rates),
                rate=round(sum(rates) / len(rates), 4) if rates else 0.0,
                worst=round(worst, 4),
                overheard={other: round(share, 4) for other, share in sorted(overheard.items())},
                strange=strange[name],
                reads=reads,
                window=window,
                level=level_of(rates, cross, scans) if rates else "unknown",
                gain=gain,
                gear=gear,
            )
        )
    return tuple(out)


def suggested(rate: float, mistaken: float, per_second: float) -> tuple[int, int]:
    """Return how many reads, within how many scans, should make a tag count as present.

    `rate` is the fraction of an antenna's scans that read a tag on it. `mistaken` is the fraction
    that read a tag on a neighbouring antenna while that antenna misses the tag. `per_second` is the
    number of scans per second. With these settings, at most one arriving tag in 10,000 goes
    unnoticed, and a nearby tag is wrongly accepted at most once in 1,000 hours. At least two reads
    are required. If no numbers are good enough, the largest ones allowed are returned.
    """
    per_hour = max(per_second, 0.1) * 3600
    for reads in range(LEAST_READS, MOST_READS + 1):
        window = reads
        while window < LONGEST_WINDOW and _fewer(reads, window, rate) > SURE:
            window += 1
        if per_hour * (1 - _fewer(reads, window, mistaken)) <= RARE:
            return reads, window
    return MOST_READS, LONGEST_WINDOW


def _fewer(reads: int, scans: int, rate: float) -> float:
    """Return the probability of fewer than `reads` reads in `scans` scans, at `rate` per scan."""
    return sum(math.comb(scans, k) * rate**k * (1 - rate) ** (scans - k) for k in range(reads))


def level_of(rates: Iterable[float], cross: float, scans: int) -> Level:
    """Return the lowest noise level whose limits allow these read rates and this crosstalk.

    Return "worse" if no level does. `rates` contains the fraction of scans that read each tag.
    `cross` is the highest fraction of scans that read a tag on another antenna. The measurements
    may exceed a level's limits by as much as chance can explain, given the number of `scans`.
    """
    missed = [_at_least(1 - rate, scans) for rate in rates]
    for level, (free, stacked, near) in CAPS.items():
        # If there are several tags, all but the top one may be covered by others.
        bound = stacked if len(missed) > 1 else free
        if max(missed) <= bound and min(missed) <= free and _at_least(cross, scans) <= near:
            return level
    return "worse"


def _at_least(share: float, scans: int) -> float:
    """Return the lower bound of a fraction that was measured over this many scans.

    The bound is two standard deviations below the fraction.
    """
    return share - 2 * math.sqrt(share * (1 - share) / max(scans, 1))


def out_of_tune(measured: Iterable[Measured]) -> tuple[str, ...]:
    """Return the antennas whose gain is unusual among antennas in zones of the same type.

    A gain is unusual if it is more than `APART` (a quarter) above or below the median. A type with
    fewer than three antennas is not checked. The coils in zones of one type are identical, so a
    difference is due to the coil's matching circuit, or to what lies below the coil.
    """
    kinds: dict[str, list[Measured]] = {}
    for one in measured:
        if one.gain > 0:
            kinds.setdefault(one.zone.partition(".")[0], []).append(one)
    return tuple(
        one.antenna
        for alike in kinds.values()
        if len(alike) >= ALIKE
        for one in alike
        if abs(one.gain - (usual := median(other.gain for other in alike))) > APART * usual
    )


def level_for(measured: Iterable[Measured]) -> Level:
    """Return the noise level for a whole table: the highest level that any of its antennas has.

    Returns `unknown` if fewer than half of the antennas had a tag to read.
    """
    order: tuple[Level, ...] = ("unknown", "clean", "typical", "harsh", "worse")
    levels = [one.level for one in measured]
    if 2 * sum(level != "unknown" for level in levels) < len(levels):
        return "unknown"
    return max(levels, key=order.index, default="unknown")
