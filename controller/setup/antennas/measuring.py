"""How well antennas read: rates, cross-talk, and the thresholds that they suggest. No I/O here."""

import math
from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import Literal

import msgspec

from controller.contract.scans import AntennaPlan, Scan

Level = Literal["clean", "typical", "harsh", "worse", "unknown"]

SURE = 1e-4
"""A tag that lies there may go unnoticed in one of so many arrivals."""

RARE = 1e-3
"""A tag that lies elsewhere may be taken to lie here so often an hour."""

LEAST_READS = 2
MOST_READS = 12
LONGEST_WINDOW = 60

APART = 0.25
"""By so much of what is usual the gain of two coils that are alike may differ, as is taken."""

ALIKE = 3
"""So many coils it takes to say what is usual of them."""

CAPS: dict[Level, tuple[float, float, float]] = {
    "clean": (0.005, 0.01, 0.0005),
    "typical": (0.08, 0.22, 0.01),
    "harsh": (0.30, 0.50, 0.03),
}
"""What a level of noise bears: misses of a tag that lies free, of one in a stack, cross-talk."""


class Measured(msgspec.Struct, frozen=True):
    """One antenna: how often it was read, what lay on it, and how well that was read.

    `rate` is the mean share of scans that read a tag (0 to 1), `worst` that of the tag read worst;
    both are 0 where nothing lay. `overheard` are the antennas whose tags this one reads by
    mistake, with the share of its scans. `strange` counts uids that came once and never again.
    `reads` of `window` scans are suggested before a tag counts; `level` is the noise that fits.
    `gain` is what the receiver has set (AGC, 0 to 1023) and `gear` the transmitter (DPC, 0 to 15);
    both are -1 where no node has said it.
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
    """Counts what every antenna reads. A tag's home is the antenna that reads it most."""

    def __init__(self, plans: Iterable[AntennaPlan]) -> None:
        self.plans = tuple(plans)
        self.scans: Counter[str] = Counter()
        self._first: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self._reads: dict[str, Counter[str]] = {}
        self.gauges: dict[str, tuple[int, int]] = {}

    def hear(self, scan: Scan) -> None:
        """Take one scan in."""
        self.scans[scan.antenna] += 1
        self._first.setdefault(scan.antenna, scan.at)
        self._last[scan.antenna] = scan.at
        if scan.gauge is not None:
            self.gauges[scan.antenna] = scan.gauge
        for uid in set(scan.tags):
            self._reads.setdefault(uid, Counter())[scan.antenna] += 1

    def homes(self) -> dict[str, str]:
        """Return the antenna that each tag lies on; a uid that was read but once has none."""
        return {
            uid: max(sorted(reads), key=lambda name: reads[name])
            for uid, reads in self._reads.items()
            if reads.total() > 1
        }

    def measured(self) -> tuple[Measured, ...]:
        """Return how well each antenna reads."""
        return merged(self.plans, [self])

    def rates(self) -> dict[str, list[float]]:
        """Give, by antenna, the share of its scans that read each tag that lies there."""
        found: dict[str, list[float]] = {}
        for uid, home in self.homes().items():
            found.setdefault(home, []).append(self._reads[uid][home] / self.scans[home])
        return found

    def overheard(self) -> dict[str, dict[str, float]]:
        """Give, by antenna, the share of its scans that read a tag of each other antenna."""
        found: dict[str, dict[str, float]] = {}
        for uid, home in self.homes().items():
            for name, count in self._reads[uid].items():
                if name != home:
                    there = found.setdefault(name, {})
                    there[home] = max(there.get(home, 0.0), count / self.scans[name])
        return found

    def strange(self) -> Counter[str]:
        """Return how many uids each antenna has read once and nobody ever again."""
        return Counter(
            next(iter(reads)) for reads in self._reads.values() if reads.total() == 1
        )  # fmt: skip

    def per_second(self, name: str) -> float:
        """Return how often an antenna is read a second."""
        span = self._last.get(name, 0) - self._first.get(name, 0)
        return (self.scans[name] - 1) * 1000 / span if span > 0 else 0.0


def merged(plans: Iterable[AntennaPlan], parts: Iterable[Listening]) -> tuple[Measured, ...]:
    """Return how well each antenna reads, by what was heard at several times."""
    parts = list(parts)
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
        reads, window = suggested(worst, cross * _miss(1 - worst), speed) if rates else (0, 0)
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
                strange=sum(part.strange()[name] for part in parts),
                reads=reads,
                window=window,
                level=level_of(rates, cross, scans) if rates else "unknown",
                gain=gain,
                gear=gear,
            )
        )
    return tuple(out)


def _miss(missed: float) -> float:
    """Return the share of its reads that a neighbour's tag is taken to miss on its own antenna.

    A tag is believed to have moved only while its own antenna does not read it.
    """
    return max(missed, 0.02)


def suggested(rate: float, mistaken: float, per_second: float) -> tuple[int, int]:
    """Return how many reads in how many scans a tag should have before it counts.

    `rate` is how often a tag is read that lies there, `mistaken` how often one that lies beside
    it, while its own antenna misses it. So few reads that a tag which lies there is missed once
    in 10,000 arrivals, so many that another is taken to lie here once in 1,000 hours; never fewer
    than two.
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
    """Return the chance of fewer than so many reads in so many scans."""
    return sum(math.comb(scans, k) * rate**k * (1 - rate) ** (scans - k) for k in range(reads))


def level_of(rates: Iterable[float], cross: float, scans: int) -> Level:
    """Return the level of noise that bears these read rates of tags and this cross-talk.

    What so few scans can't tell apart counts in the antenna's favour.
    """
    missed = [_at_least(1 - rate, scans) for rate in rates]
    for level, (free, stacked, near) in CAPS.items():
        # Of several tags all but the one on top may lie in a stack.
        bound = stacked if len(missed) > 1 else free
        if max(missed) <= bound and min(missed) <= free and _at_least(cross, scans) <= near:
            return level
    return "worse"


def _at_least(share: float, scans: int) -> float:
    """Return how large a share is for sure (two standard deviations) that so many scans show."""
    return share - 2 * math.sqrt(share * (1 - share) / max(scans, 1))


def out_of_tune(measured: Iterable[Measured]) -> tuple[str, ...]:
    """Return the antennas whose gain is by more than `APART` another than is usual of their kind.

    The coils of one zone are alike; what differs is how one is matched, or what lies beneath it.
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
    """Return the level of noise for a whole table: that of its worst antenna.

    `unknown` where fewer than half of them had a tag to read.
    """
    order: tuple[Level, ...] = ("unknown", "clean", "typical", "harsh", "worse")
    levels = [one.level for one in measured]
    if 2 * sum(level != "unknown" for level in levels) < len(levels):
        return "unknown"
    return max(levels, key=order.index, default="unknown")
