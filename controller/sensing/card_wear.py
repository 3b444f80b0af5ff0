"""Statistics on how well each card's tag is read each evening; a failing tag gets worse over time.

Only cards in a hand or on the board are included. Cards in a pile are left out, because even a good
tag is read less well there. The statistics do not reveal where a card was at any time.
"""

import statistics
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from controller.contract.scans import CardTag
from controller.sensing.registry import Registry

EVENINGS: Final = 10
"""The number of evenings considered; older ones say nothing about a tag's condition today."""

ENOUGH_SCANS: Final = 300
"""The minimum number of scans for judging a tag's share of misses: half a minute on the felt."""

WORN: Final = 0.35
"""A tag is worn if at least this share of scans misses it; at 0.8, the card is no longer found."""

TIMES: Final = 3.0
MORE: Final = 0.1
"""A tag is also worn if its share of missed scans is above the median by more than this.

The share must also be more than `TIMES` times the median.
"""


class Reads(msgspec.Struct, frozen=True, array_like=True):
    """How many scans were made while a card was on an antenna, and how many of them missed it."""

    scans: int = 0
    missed: int = 0

    def plus(self, other: "Reads") -> "Reads":
        """Return the sum of these reads and `other`."""
        return Reads(self.scans + other.scans, self.missed + other.missed)

    @property
    def share(self) -> float:
        """Return the fraction of scans that missed the card, 0 to 1."""
        return self.missed / self.scans if self.scans else 0.0


Tally = dict[str, Reads]
"""The number of scans and misses of each tag, by uid."""


def together(parts: Iterable[Mapping[str, Reads]]) -> Tally:
    """Return one tally, which adds up the scans and misses of several tallies for each uid."""
    found: Tally = {}
    for part in parts:
        for uid, reads in part.items():
            found[uid] = found.get(uid, Reads()).plus(reads)
    return found


class CardHealth(msgspec.Struct, frozen=True):
    """The condition of a card's tag: how often it was scanned, and how often it was missed.

    `scans` is the total number of scans over all evenings. `evenings` contains the fraction of
    scans that missed the card (0 to 1) on each evening with enough scans, oldest first. `missed` is
    the fraction on the last of these evenings or, if there is none, over all evenings.
    """

    deck: int
    card: str
    scans: int
    missed: float
    evenings: tuple[float, ...]
    worn: bool


def health(registry: Registry, evenings: Iterable[Mapping[str, Reads]]) -> tuple[CardHealth, ...]:
    """Return the condition of each card whose tag was scanned often enough, worst first.

    `evenings` contains the tally of each evening, oldest first. Only the last few evenings count.
    """
    told = [*evenings][-EVENINGS:]
    tags = dict(registry.items())
    whole = {
        uid: reads
        for uid, reads in together(told).items()
        if reads.scans >= ENOUGH_SCANS and isinstance(tags.get(uid), CardTag)
    }
    usual = statistics.median(reads.share for reads in whole.values()) if whole else 0.0
    found = []
    for uid, reads in whole.items():
        tag = tags[uid]
        assert isinstance(tag, CardTag)
        # Only the latest evening counts: a dying tag was fine for years.
        shares = tuple(
            round(part[uid].share, 3)
            for part in told
            if uid in part and part[uid].scans >= ENOUGH_SCANS
        )
        now = shares[-1] if shares else reads.share
        worn = now >= WORN or now > max(TIMES * usual, usual + MORE)
        found.append(CardHealth(tag.deck, tag.card, reads.scans, round(now, 3), shares, worn))
    return tuple(sorted(found, key=lambda one: (-one.missed, one.deck, one.card)))
