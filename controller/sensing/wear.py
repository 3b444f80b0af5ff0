"""How well each card's tag is read, over the evenings: a tag that dies is read ever worse before.

Only what lies free counts, in a hand or on the board; a card in a pile is read worse for no fault
of its own. Nothing here says when a card lay where.
"""

import statistics
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from controller.contract.scans import CardTag
from controller.sensing.registry import Registry

EVENINGS: Final = 10
"""So many evenings are looked at; what is older says nothing of a tag today."""

ENOUGH: Final = 300
"""Of so many scans a share is said: half a minute on the felt."""

WORN: Final = 0.35
"""A tag that misses so much of its reads is worn; from 0.8 on a card is not found any more."""

TIMES: Final = 3.0
MORE: Final = 0.1
"""And so is one that misses so many times what its deck does, and so much more."""


class Reads(msgspec.Struct, frozen=True, array_like=True):
    """In how many scans a card lay there, and how many of them missed it."""

    scans: int = 0
    missed: int = 0

    def plus(self, other: "Reads") -> "Reads":
        """Return both together."""
        return Reads(self.scans + other.scans, self.missed + other.missed)

    @property
    def share(self) -> float:
        """Return what was missed of all scans, 0 to 1."""
        return self.missed / self.scans if self.scans else 0.0


Tally = dict[str, Reads]
"""The reads of tags, by uid."""


def together(parts: Iterable[Mapping[str, Reads]]) -> Tally:
    """Return tallies added up."""
    found: Tally = {}
    for part in parts:
        for uid, reads in part.items():
            found[uid] = found.get(uid, Reads()).plus(reads)
    return found


class CardHealth(msgspec.Struct, frozen=True):
    """A card's tag over the evenings: how often it was looked for, and which share was missed.

    `evenings` has the share of each evening, the oldest first, where it lay long enough.
    """

    deck: int
    card: str
    scans: int
    missed: float
    evenings: tuple[float, ...]
    worn: bool


def health(registry: Registry, evenings: Iterable[Mapping[str, Reads]]) -> tuple[CardHealth, ...]:
    """Return the cards whose tags were looked for often enough, the worst read first."""
    told = [*evenings][-EVENINGS:]
    tags = dict(registry.items())
    whole = {
        uid: reads
        for uid, reads in together(told).items()
        if reads.scans >= ENOUGH and isinstance(tags.get(uid), CardTag)
    }
    usual = statistics.median(reads.share for reads in whole.values()) if whole else 0.0
    found = []
    for uid, reads in whole.items():
        tag = tags[uid]
        assert isinstance(tag, CardTag)
        # What it was lately counts: a tag that dies was well for years.
        shares = tuple(
            round(part[uid].share, 3) for part in told if uid in part and part[uid].scans >= ENOUGH
        )
        now = shares[-1] if shares else reads.share
        worn = now >= WORN or now > max(TIMES * usual, usual + MORE)
        found.append(CardHealth(tag.deck, tag.card, reads.scans, round(now, 3), shares, worn))
    return tuple(sorted(found, key=lambda one: (-one.missed, one.deck, one.card)))
