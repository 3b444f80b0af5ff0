"""Counts the deck while the shoe shuffles it, by collecting the cards that pass its antenna.

No card leaves the shoe during a shuffle, so the cards that its antenna reads at that time have not
been dealt. The order is not stored: uids are counted, and the result is sorted by card name.
"""

from collections import Counter
from typing import Final

from controller.contract.observations import DeckRead, ShoeSaid
from controller.contract.scans import CardTag, Scan
from controller.sensing.registry import Registry

ENOUGH: Final = 2
"""The number of reads needed for an enrolled tag to count; a corrupted uid is rarely read twice."""

STRANGE: Final = 4
"""The number of reads needed for a tag that was never enrolled to count."""


MOST: Final = 1_000
"""The maximum number of different uids to count: no shuffle brings more past an antenna."""


class DeckCheck:
    """Counts one deck after another; must be given every scan and every message from the shoe."""

    def __init__(self, antennas: frozenset[str], registry: Registry) -> None:
        """Create a deck counter for a shoe with these `antennas`; no count has begun.

        `registry` maps the uid of each tag to its card.
        """
        self._antennas = antennas
        self._registry = registry
        self._read: Counter[str] | None = None

    def scan(self, scan: Scan) -> bool:
        """Count the tags in a scan; return False if the scan is not part of a count."""
        if self._read is None or scan.antenna not in self._antennas:
            return False
        counted = self._read
        room = len(counted) < MOST
        counted.update(uid for uid in set(scan.tags) if room or uid in counted)
        return True

    def said(self, said: ShoeSaid) -> DeckRead | None:
        """Begin a count when the shoe shuffles, and return the count when the shoe is ready.

        Returns None for any other message, or if no tag was read often enough to count. A jam ends
        a count without a result. The count continues if the hopper becomes empty or is loaded.
        """
        if said.what == "shuffling":
            self._read = Counter()
        elif said.what in {"ready", "jam"} and self._read is not None:
            read, self._read = self._read, None
            if said.what == "ready":
                return self._count(read, said.at)
        return None

    def stop(self) -> None:
        """End a count without a result, because a lost shoe may never report that it is ready."""
        self._read = None

    def _count(self, read: Counter[str], at: int) -> DeckRead | None:
        """Return the result of a count: the deck in the shoe, foreign cards, and unenrolled tags.

        `read` maps each uid to its number of reads. The deck is the one to which most of the cards
        belong. Tags with too few reads are ignored. Returns None if nothing else is left.
        """
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
        deck = max(decks, key=lambda number: (decks[number], -number), default=None)
        mine = sorted({card.card for card in cards if card.deck == deck})
        extra = sorted(card.card for card in cards if card.deck != deck)
        return DeckRead(at, tuple(mine), tuple(extra), unknown)
