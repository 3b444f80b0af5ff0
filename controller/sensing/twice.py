"""One uid at two antennas that can't both hear it: a card whose tag has been copied.

A tag that was read here, then there, and here again within a time in which no hand can carry it to
and fro, is two. While it is, what is read of it says nothing, and nothing is made of it.
"""

from dataclasses import dataclass, field

from controller.contract.scans import AntennaPlan, CardTag
from controller.sensing.reach import out_of_reach

TO_AND_FRO = 350
"""Nobody takes a card from one zone to another and back in so many ms."""
WITNESSED = 3
"""So many times it has to be read here, there and here again."""
FORGOTTEN = 3_000
"""What was read so long ago (ms) is forgotten; a copy that was not read for so long is gone."""
SAID_AGAIN = 2_000
"""While both are read, it is said again after so many ms."""
MOST = 64
"""So many tags are doubted at a time: no table has more that are read in two places."""


@dataclass(slots=True)
class Doubt:
    """A tag that more than one antenna reads: when each did last, and what they have shown.

    `named` is when it was last said to be two, None before.
    """

    tag: CardTag
    reads: dict[str, int] = field(default_factory=dict)
    seen: int = 0
    seen_at: int = 0
    named: int | None = None


class Doubles:
    """What is known of tags that are read in several places; fed every such read in order."""

    def __init__(self, plans: tuple[AntennaPlan, ...]) -> None:
        self._far = out_of_reach(plans)
        self._zones = {plan.name: plan.zone for plan in plans}
        self._doubts: dict[str, Doubt] = {}
        self.named: set[str] = set()

    def __len__(self) -> int:
        """Return how many tags are doubted."""
        return len(self._doubts)

    def apart(self, antenna: str, other: str) -> bool:
        """Return whether two antennas can't both hear one tag."""
        return other in self._far[antenna]

    def heard(self, uid: str, tag: CardTag, antenna: str, at: int) -> tuple[str, ...]:
        """Take a read of a tag; return the two zones when it is time to name it."""
        doubt = self._doubts.get(uid)
        if doubt is None:
            self._make_room(at)
            doubt = self._doubts[uid] = Doubt(tag)
        before, there = doubt.reads.get(antenna), ""
        doubt.reads[antenna] = at
        if before is not None and at - before <= TO_AND_FRO:
            far = self._far[antenna]
            between = (o for o, t in doubt.reads.items() if o in far and before < t <= at)
            there = next(between, "")
        if not there:
            return ()
        doubt.seen = doubt.seen + 1 if at - doubt.seen_at <= FORGOTTEN else 1
        doubt.seen_at = at
        said = doubt.named is not None and at - doubt.named < SAID_AGAIN
        if doubt.seen < WITNESSED or said:
            return ()
        doubt.named = at
        self.named.add(uid)
        return tuple(sorted((self._zones[antenna], self._zones[there])))

    def alone(self, at: int) -> tuple[tuple[str, CardTag, bool], ...]:
        """Return the tags that are no doubles any more, and whether each is read anywhere."""
        over = [uid for uid in self.named if at - self._doubts[uid].seen_at > FORGOTTEN]
        told = []
        for uid in over:
            self.named.discard(uid)
            doubt = self._doubts.pop(uid)
            told.append((uid, doubt.tag, at - max(doubt.reads.values()) <= FORGOTTEN))
        return tuple(told)

    def _make_room(self, at: int) -> None:
        """Forget what was doubted long ago, and the oldest of what are too many."""
        if len(self._doubts) < MOST:
            return
        old = [uid for uid in self._doubts if uid not in self.named]
        old.sort(key=lambda uid: max(self._doubts[uid].reads.values()))
        gone = [u for u in old if at - max(self._doubts[u].reads.values()) > FORGOTTEN] or old[:1]
        for uid in gone:
            del self._doubts[uid]
