"""The deck is counted while the shoe shuffles it: what passes its antenna, as a set.

While it shuffles, no card leaves the shoe, so what its antenna reads is no card that is dealt. No
order is kept of it: a uid is counted, and what comes out is sorted by the cards' names.
"""

from collections import Counter
from typing import Final

from controller.contract.observations import DeckRead, ShoeSaid
from controller.contract.scans import CardTag, Scan
from controller.sensing.registry import Registry

ENOUGH: Final = 2
"""A tag counts when it has been read so often: a corrupt uid comes once."""

STRANGE: Final = 4
"""One that was never enrolled has to be read more often."""


MOST: Final = 1_000
"""So many uids are counted apart: more than pass an antenna while decks are shuffled."""


class DeckCheck:
    """Counts one deck after the other; fed every scan and every word of the shoe."""

    def __init__(self, antennas: frozenset[str], registry: Registry) -> None:
        """Count what these antennas, those of the shoe, read while it shuffles."""
        self._antennas = antennas
        self._registry = registry
        self._read: Counter[str] | None = None

    def scan(self, scan: Scan) -> bool:
        """Count what a scan reads; False for one that is not part of a count."""
        if self._read is None or scan.antenna not in self._antennas:
            return False
        counted = self._read
        room = len(counted) < MOST
        counted.update(uid for uid in set(scan.tags) if room or uid in counted)
        return True

    def said(self, said: ShoeSaid) -> DeckRead | None:
        """Begin a count when the shoe shuffles, and give it when the shoe is ready.

        None otherwise, and when nothing at all was read: such a shoe has not counted.
        """
        if said.what == "shuffling":
            self._read = Counter()
            return None
        read = self._read
        if said.what in {"open", "closed"} or read is None:
            return None
        self._read = None
        if said.what != "ready":
            return None
        return self._count(read, said.at)

    def _count(self, read: Counter[str], at: int) -> DeckRead | None:
        """Tell the deck that most of the cards belong to from what does not belong there."""
        cards: list[CardTag] = []
        unknown = 0
        for uid, reads in read.items():
            tag = self._registry.get(uid)
            if isinstance(tag, CardTag) and reads >= ENOUGH:
                cards.append(tag)
            elif tag is None and reads >= STRANGE:
                unknown += 1
        if not cards and not unknown:
            return None
        decks = Counter(card.deck for card in cards)
        deck = max(decks, key=lambda number: (decks[number], -number), default=1)
        mine = sorted({card.card for card in cards if card.deck == deck})
        extra = sorted(card.card for card in cards if card.deck != deck)
        return DeckRead(at, tuple(mine), tuple(extra), unknown)
