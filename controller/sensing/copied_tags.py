"""Detects a copied card tag: one uid at two antennas that are too far apart to read the same tag.

A uid may be read at one antenna, then at another, and again at the first, faster than a hand can
carry a card back and forth. It then belongs to two tags. While this continues, reads of the uid
prove nothing and are ignored.
"""

from dataclasses import dataclass, field

from controller.contract.scans import AntennaPlan, CardTag
from controller.sensing.reach import out_of_reach

TO_AND_FRO = 350
"""A time (ms) that is too short for a card to be taken to another zone and back."""
WITNESSED = 3
"""The number of impossibly fast trips to a distant antenna and back that prove a copied uid."""
FORGOTTEN = 3_000
"""The time (ms) for which a uid still counts as copied after its last impossibly fast trip.

For a slowly scanned antenna, it is two and a half scan periods if that is longer. A tag in doubt
may also be forgotten if it has not been read for this long.
"""
SAID_AGAIN = 2_000
"""The interval in ms at which a copied tag is reported again while both tags are read."""
MOST = 64
"""The maximum number of tags in doubt: no table has more tags read in two places at once."""


@dataclass(slots=True)
class Doubt:
    """A tag read by several antennas, which may be two tags with the same uid.

    `reads` maps each antenna to the time of its last read of the tag (ms). `seen` counts the
    impossibly fast trips of the tag to a distant antenna and back; after `forgotten` ms without
    one, counting restarts. `seen_at` is the time of the last such trip (ms). `named` is the time at
    which the tag was last reported as copied (ms), or None before the first report.
    """

    tag: CardTag
    reads: dict[str, int] = field(default_factory=dict)
    seen: int = 0
    seen_at: int = 0
    forgotten: int = FORGOTTEN
    named: int | None = None


class Doubles:
    """Tracks the tags that are read in several places; must be given all such reads, in order."""

    def __init__(self, plans: tuple[AntennaPlan, ...]) -> None:
        self._far = out_of_reach(plans)
        self._zones = {plan.name: plan.zone for plan in plans}
        self._forgotten = {plan.name: max(FORGOTTEN, 5 * plan.period // 2) for plan in plans}
        self._doubts: dict[str, Doubt] = {}
        self.named: set[str] = set()

    def __len__(self) -> int:
        """Return the number of tags in doubt."""
        return len(self._doubts)

    def apart(self, antenna: str, other: str) -> bool:
        """Return whether `antenna` and `other` are too far apart for both to read the same tag."""
        return other in self._far[antenna]

    def rests(self, uid: str, tag: CardTag, antenna: str, at: int) -> None:
        """Record that the antenna at a tag's known place still read it at `at` (ms)."""
        self._doubt(uid, tag, at).reads[antenna] = at

    def _doubt(self, uid: str, tag: CardTag, at: int) -> Doubt:
        doubt = self._doubts.get(uid)
        if doubt is None:
            self._make_room(at)
            doubt = self._doubts[uid] = Doubt(tag)
        return doubt

    def heard(self, uid: str, tag: CardTag, antenna: str, at: int) -> tuple[str, ...]:
        """Record that an antenna read a tag at `at` (ms); return the two zones of a copied tag.

        Returns an empty tuple if there is nothing to report, or if the copy was reported recently.
        """
        doubt = self._doubt(uid, tag, at)
        before, there = doubt.reads.get(antenna), ""
        doubt.reads[antenna] = at
        if before is not None and at - before <= TO_AND_FRO:
            far = self._far[antenna]
            between = (o for o, t in doubt.reads.items() if o in far and before < t <= at)
            there = next(between, "")
        if not there:
            return ()
        doubt.forgotten = max(self._forgotten[antenna], self._forgotten[there])
        doubt.seen = doubt.seen + 1 if at - doubt.seen_at <= doubt.forgotten else 1
        doubt.seen_at = at
        said = doubt.named is not None and at - doubt.named < SAID_AGAIN
        if doubt.seen < WITNESSED or said:
            return ()
        doubt.named = at
        self.named.add(uid)
        return tuple(sorted((self._zones[antenna], self._zones[there])))

    def alone(self, at: int) -> tuple[tuple[str, CardTag, bool], ...]:
        """Return the tags that no longer count as copied at `at` (ms), and stop tracking them.

        Each entry is the uid, the tag, and whether the tag is still being read anywhere.
        """
        doubts = self._doubts
        over = [uid for uid in self.named if at - doubts[uid].seen_at > doubts[uid].forgotten]
        told = []
        for uid in over:
            self.named.discard(uid)
            doubt = self._doubts.pop(uid)
            told.append((uid, doubt.tag, at - max(doubt.reads.values()) <= FORGOTTEN))
        return tuple(told)

    def _make_room(self, at: int) -> None:
        """Drop the tags that have not been read recently, if too many tags are tracked.

        If all have been read recently, drop the one that was read least recently. Tags that were
        reported as copied are kept. `at` is the time (ms).
        """
        if len(self._doubts) < MOST:
            return
        old = [uid for uid in self._doubts if uid not in self.named]
        old.sort(key=lambda uid: max(self._doubts[uid].reads.values()))
        gone = [u for u in old if at - max(self._doubts[u].reads.values()) > FORGOTTEN] or old[:1]
        for uid in gone:
            del self._doubts[uid]
