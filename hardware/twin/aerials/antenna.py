"""A simulated antenna: the tags in its field, and the results of its scans.

Misses, cross-talk and corrupt uids are independent from read to read. They are not drawn at each
read. Instead, the number of scans until the next error is drawn for each tag (the waiting time in
independent trials is geometric), so a scan without errors needs no random numbers.
"""

import math
import random
from collections.abc import Sequence

from controller.contract.scans import AntennaPlan
from hardware.twin.aerials.noise import Noise

OVERHEARD = 0
GHOST = -1
GHOST_RATE = 0.1
SIDE_BY_SIDE = {"board": 5}


class TwinAntenna:
    """One simulated antenna. `field` holds the uids that an error-free scan reads, bottom first."""

    def __init__(self, plan: AntennaPlan, noise: Noise, rng: random.Random) -> None:
        self.plan = plan
        self.name = plan.name
        self.period = plan.period
        self.field: tuple[str, ...] = ()
        self.scans = 0
        self.events: dict[int, list[tuple[str, int]]] = {}
        self.silent = False
        self.neighbours: Sequence[TwinAntenna] = ()
        self._things: dict[str, int] = {}
        self._stays = 0
        self.noise = noise
        self.corrupt = noise.corrupt
        """The probability that a uid is corrupted (0 to 1)."""
        self.ghost = ""
        """The uid of the ghost (a tag that does not exist), or "" if there is no ghost."""
        self._rng = rng
        self._free = SIDE_BY_SIDE.get(plan.zone, 1)

    def enter(self, uid: str) -> None:
        """Place an object in the field, on top of the others."""
        self._stays += 1
        self._things[uid] = self._stays
        self.field = tuple(self._things)
        self._foresee(uid, self._stays)

    def leave(self, uid: str) -> None:
        """Remove an object from the antenna's radio field."""
        del self._things[uid]
        self.field = tuple(self._things)

    def overhear(self, uid: str) -> None:
        """Make the next scan report a tag that is in a neighbour's field."""
        self.events.setdefault(self.scans, []).append((uid, OVERHEARD))

    def haunt(self, uid: str) -> None:
        """Make a ghost, a tag that does not exist, appear with this uid in a tenth of the scans.

        An empty `uid` removes the ghost.
        """
        was, self.ghost = self.ghost, uid
        if uid and not was:
            self._foresee_ghost()

    def garble(self, rate: float | None) -> None:
        """Corrupt uids with probability `rate`; `None` restores the rate set by the noise level."""
        self.corrupt = self.noise.corrupt if rate is None else rate
        for uid in self.field:
            self._stays += 1
            self._things[uid] = self._stays
            self._foresee(uid, self._stays)

    def read(self) -> tuple[str, ...]:
        """Perform one scan; return the uids reported."""
        n = self.scans
        self.scans = n + 1
        events = self.events.pop(n, None)
        if events is None:
            return self.field
        lacking = set()
        extra = []
        for uid, stay in events:
            if stay == OVERHEARD:
                if uid not in self._things:
                    extra.append(uid)
            elif stay == GHOST:
                if uid == self.ghost:
                    extra.append(uid)
                    self._foresee_ghost()
            elif self._things.get(uid) == stay:
                read = self._misread(uid)
                if uid not in read:
                    lacking.add(uid)
                    extra += read
                self._foresee(uid, stay)
        kept = [uid for uid in self.field if uid not in lacking] if lacking else list(self.field)
        return tuple(kept + extra)

    def _misread(self, uid: str) -> tuple[str, ...]:
        """Return the uids reported when an error occurs while reading a tag.

        The error is drawn at random: the tag is missed, also read by a neighbouring antenna, or
        read with a wrong uid.
        """
        missed, cross_talk, any_of_them = self._rates(uid)
        draw = self._rng.random() * any_of_them
        if draw < missed:
            return ()
        if draw < missed + cross_talk:
            if self.neighbours:
                self._rng.choice(self.neighbours).overhear(uid)
            return (uid,)
        return (self._corrupted(uid),)

    def chances(self) -> tuple[tuple[str, float], ...]:
        """Return the tags in the field, bottom first, each with its miss probability (0 to 1)."""
        return tuple((uid, self._rates(uid)[0]) for uid in self.field)

    def _rates(self, uid: str) -> tuple[float, float, float]:
        """Return three probabilities for a tag: missed, also read by a neighbour, and any error.

        The third also covers a corrupt uid. A neighbour is a nearby antenna.
        """
        noise = self.noise
        lies_free = uid in self.field[: self._free]
        missed = noise.missed if lies_free else noise.stacked
        read = 1 - missed
        return missed, read * noise.cross_talk, missed + read * (noise.cross_talk + self.corrupt)

    def _foresee(self, uid: str, stay: int) -> None:
        rate = self._rates(uid)[2]
        if rate:
            self._in(_waiting_time(self._rng, rate), uid, stay)

    def _foresee_ghost(self) -> None:
        self._in(_waiting_time(self._rng, GHOST_RATE), self.ghost, GHOST)

    def _in(self, scans: int, uid: str, stay: int) -> None:
        self.events.setdefault(self.scans + scans, []).append((uid, stay))

    def _corrupted(self, uid: str) -> str:
        place = self._rng.randrange(len(uid) - 3)
        return uid[:place] + f"{self._rng.randrange(65536):04X}" + uid[place + 4 :]


def _waiting_time(rng: random.Random, rate: float) -> int:
    """Return a random number of failed trials before the first success.

    `rate` is the probability that a trial succeeds.
    """
    return int(math.log(1.0 - rng.random()) / math.log1p(-rate)) if rate < 1 else 0
