"""Time slots by need: what has news gets long ones, what lies still a glance, far ones together.

The standing schedule (`slots.py`) has room for a usual field in each slot, so most of its
time goes by unused, and a pile is read over many frames. Here a table's slots are made anew as
fields change. A round is what all nodes are told of it: from when on, and until when. A node that
hears of no more goes back to the standing slots with all others, so nobody is out of step.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from controller.contract.scans import AntennaPlan, Scan, zone_seat
from controller.sensing.sensing import Sensing
from firmware.turns import LEAST
from hardware.timing.slots import FIELD_MS, SELDOM, TAG_MS, Schedule, in_order, make_schedule, waits

GUARD: Final = 3
"""Between two slots of antennas that disturb each other (ms): clocks drift little in a round."""

LEAD: Final = 100
"""So long before a round counts it is made (ms): links are woken, and a node ends a question."""

LASTS: Final = 3000
"""A round ends after so long (ms) when none has followed it."""

AHEAD: Final = 1000
"""So long before a round would end the next one is made (ms)."""

CALM: Final = 700
"""Slots are made shorter again no sooner than so long after the last round was made (ms)."""

REMEMBERED: Final = 4
"""A field holds as many tags as the fullest of so many scans has read."""

GLANCE: Final = 2
"""So many tags of a zone without news are read in one slot."""

GLANCE_CARDS: Final = 3
"""And of one for cards, with room for another that comes and for a question that nobody answers."""

HALVES: Final = frozenset({"bet"})
"""Zones whose piles are gone through in two slots, also without news: somebody waits for them."""

STREETS: Final = frozenset({"board", "burn"})
"""Zones in which a dealer lays card after card: how they come is watched while nobody is to act."""

DEALT_TO: Final = frozenset({"hand", "board", "burn", "shoe"})
"""Zones in which cards come that are dealt, and their order is to be known."""

CARDS: Final = DEALT_TO | {"muck"}

LOOKS: Final = {"bet": 28, "muck": 28, "pot": 3, "stack": 3}
"""How many tags of a zone with news are read in one slot at most; of others `LOOK`.

What is read seldom has a long way to its end whatever its slot is, and keeps nobody else waiting.
"""

LOOK: Final = 8

ARRIVED: Final = 12
"""Where something has come of which nothing is known yet, so many are read in one slot."""

AWAITED: Final = 8
"""Where somebody is to act there is room for so many, before anything has come."""

A_HAND: Final = 2
"""So many cards that are gone from before a seat at once are thrown away, as a rule."""

HEEDED: Final = 64
"""So many words of nodes that something has come are kept until the next scan, the last ones."""

SILENT_EACH: Final = 5
"""Questions that nobody answers take the time of one tag in so many."""

LONGEST: Final = 340
"""A frame is no longer (ms) while a card may come anywhere: long slots give way."""

FRAMES_IN_ORDER: Final = 1.9
"""Nor than so many standing ones: first reads two of those apart tell in what order cards came."""

ROOM_FOR_PILES: Final = 300
"""But with few seats, whose standing frames are short, it may be as long as this (ms)."""

LONGEST_FOR_CARDS: Final = 230
"""Nor than this where cards have news (ms): before the next one is dealt a card is read often."""

OFTEN: Final = 2
"""What has news has so many slots in a frame, where that is no longer than one with one each."""

OFTEN_CARDS: Final = 3
"""And so many in one of up to `LONGEST`, where cards have news and nobody deals."""

OFTEN_CHIPS: Final = 5
"""And so many in one of up to `LONGEST_CHIPS`, while chips come and no card can."""

LONGEST_DEAD: Final = 600
"""Where cards are thrown away and nobody deals, one with several slots may be as long (ms)."""

LONGEST_CHIPS: Final = 1020
"""A frame is no longer then (ms), for all else is read but once in it."""

DEALING: Final = 2000
"""So long after a card has come somewhere another may (ms), and their order is to be known."""

GROWN: Final = 4000
"""So long after chips were read for the first time theirs is a bet, and nobody gathers it (ms)."""

CAPS: Final = (250, 200, 120, 80, 50, 30, 20)
"""Slots are no longer than the first of these with which that is so (ms)."""

FEW: Final = 4
"""So many tags are a pile."""

UNREAD: Final = 0.1
"""In a pile so much of what lies there is not read in a scan, and wants its time all the same."""

ANOTHER: Final = 1.5
"""So many tags' time one wants that comes: it has to be told from those that lie there."""


class Round(msgspec.Struct, frozen=True):
    """Slots that count from `since` until `until` (table time, ms), the `number`-th of a table.

    `began` is when a frame of them began, at `since` or before.
    """

    schedule: Schedule
    began: int
    since: int
    until: int
    number: int


class Limits(NamedTuple):
    """How long a frame may be (ms): with one slot each, and with up to `times` for some."""

    once: int
    times: int
    several: int


def tags_read(length: int) -> int:
    """Return how many tags are read in a slot of so many ms: none begins in its last `LEAST`.

    >>> [tags_read(length) for length in (10, 20, 28, 100)]
    [1, 2, 3, 13]
    """
    return max(1, -int(-(length - LEAST - FIELD_MS) // TAG_MS))


def slot_for(tags: int) -> int:
    """Return how long a slot is in which so many tags are read (ms); a glance where there is none.

    >>> [slot_for(tags) for tags in (0, 1, 2, 3, 12)]
    [10, 12, 19, 25, 88]
    """
    return LEAST + 2 if not tags else round(LEAST + FIELD_MS + (tags - 1) * TAG_MS + 1)


class Rounds:
    """The rounds of a table. Time (ms) comes in with what is told it."""

    def __init__(self, plans: Sequence[AntennaPlan]) -> None:
        self.standing = make_schedule(plans)
        self._waits = waits(plans, guard=GUARD)
        starts = {name: slot.start for name, slot in self.standing.slots.items()}
        self._order = sorted(starts, key=lambda name: (starts[name], name))
        kinds = {plan.name: plan.zone.partition(".")[0] for plan in plans}
        self._cards = frozenset(name for name, kind in kinds.items() if kind in CARDS)
        self._halves = frozenset(name for name, kind in kinds.items() if kind in HALVES)
        self._dealt_to = frozenset(name for name, kind in kinds.items() if kind in DEALT_TO)
        self._dead = frozenset(name for name, kind in kinds.items() if kind == "muck")
        self._streets = frozenset(name for name, kind in kinds.items() if kind in STREETS)
        self._bets = {
            zone_seat(plan.zone): plan.name for plan in plans if plan.name in self._halves
        }
        self._seats: frozenset[int] = frozenset()
        self._awaited: frozenset[str] = frozenset()
        self._hands = tuple(name for name, kind in kinds.items() if kind == "hand")
        self._dealt = self._to_seats = -DEALING
        self._grown = dict.fromkeys(self._halves, -GROWN)
        self._often = frozenset(plan.name for plan in plans if plan.period < SELDOM)
        self._looks = {name: LOOKS.get(kind, LOOK) for name, kind in kinds.items()}
        self._longer: deque[tuple[int, str]] = deque(maxlen=HEEDED)
        self._arrived: set[str] = set()
        self._read = {name: deque([0] * REMEMBERED, REMEMBERED) for name in kinds}
        self._news: set[str] = set()
        self._away: set[str] = set()
        self._old: set[str] = set()
        self._wakes: dict[str, Callable[[], None]] = {}
        self.made: tuple[Round, ...] = ()
        """The rounds that count or are to come: the last two that were made."""
        self._made_at = self._same_until = 0
        self._lengths: Mapping[str, int] = {}
        self._several: frozenset[str] = frozenset()
        told = round(FRAMES_IN_ORDER * self.standing.frame)
        self._most = min(LONGEST, max(ROOM_FOR_PILES, told))
        self._limits = Limits(self._most, OFTEN, self._most)
        self._wanted = {name: self._length(name) for name in self._order}

    def sensed(self, scan: Scan, sensing: Sensing, awaited: frozenset[int]) -> None:
        """Take down a scan that has been sensed; `awaited` are the seats whose chips come next."""
        news = sensing.undecided(scan.antenna)
        if news:
            self.doubted(sensing.contested())
        self.scanned(scan.antenna, len(scan.tags), scan.at, news=news, awaited=awaited)

    def scanned(
        self, antenna: str, tags: int, now: int, *, news: bool,
        awaited: frozenset[int] = frozenset(),
    ) -> None:  # fmt: skip
        """Take down how many tags an antenna has read, and whether anything is undecided there.

        `awaited` are the seats whose chips come next: there the whole of a pile is read in one
        slot, also before there is news of it.
        """
        read = self._read.get(antenna)
        if read is None:
            return
        if (
            now < self._same_until
            and tags == max(read) == min(read)
            and awaited == self._seats
            and not (news or self._longer or antenna in self._news or antenna in self._arrived)
        ):
            return
        if awaited != self._seats:
            self._await(awaited)
        self._note_movement(antenna, read, tags, now, news=news)
        read.append(tags)
        (self._news.add if news else self._news.discard)(antenna)
        self._wanted[antenna] = self._length(antenna)
        self._arrived.discard(antenna)
        self._heed_longer(now)
        self._make(now)

    def doubted(self, antennas: Iterable[str]) -> None:
        """Take down where a card lies that is read elsewhere: it has to be looked for there."""
        for name in antennas:
            if name in self._cards and name not in self._news:
                self._news.add(name)
                self._wanted[name] = self._length(name)

    def _note_movement(
        self, antenna: str, read: Sequence[int], tags: int, now: int, *, news: bool
    ) -> None:  # fmt: skip
        """Take down what a scan tells after those before it: what is dealt, bet, or taken away."""
        if antenna in self._hands and not tags and max(read) >= A_HAND:
            self._longer.extend((now, dead) for dead in self._dead)
        if antenna in self._dealt_to:
            if news and _read_again(read, tags):
                self._dealt = now
                if antenna in self._hands:
                    self._to_seats = now
        elif news and tags > max(read):
            # Without news it is one that the last scans have missed.
            if antenna in self._halves:
                self._grown[antenna] = now
        elif antenna in self._halves and _gathered(max(read), tags):
            self._grown[antenna] = now - GROWN

    def _await(self, seats: frozenset[int]) -> None:
        before, self._seats = self._awaited, seats
        self._awaited = frozenset(self._bets[seat] for seat in seats if seat in self._bets)
        for name in before | self._awaited:
            self._wanted[name] = self._length(name)

    def longer(self, antenna: str, at: int) -> None:
        """Take down that a scan has met more than the last ones: something has come there.

        Links' threads say so; it is looked at with the next scan from then on.
        """
        self._longer.append((at, antenna))

    def follows(self, node: str, *, can: bool, wake: Callable[[], None]) -> None:
        """Take down whether a node knows of rounds: while one does not, none is made.

        `wake` is called when there is one that the node is to be told of, and gives at once.
        """
        (self._old.discard if can else self._old.add)(node)
        self._same_until = 0
        self._wakes[node] = wake

    def away(self, node: str, *, gone: bool) -> None:
        """Take down that a node has gone or is back: while one can't be told, no round is made."""
        (self._away.add if gone else self._away.discard)(node)
        self._same_until = 0

    def counts(self, at: int) -> Round:
        """Return the round that counts at a time; the standing slots as one when none does."""
        for one in reversed(self.made):
            if one.since <= at < one.until:
                return one
        began = at - at % self.standing.frame
        return Round(self.standing, began, began, began + self.standing.frame, 0)

    def changes(self, at: int) -> int | None:
        """Return when the next round counts that is known of, None when none is to come."""
        return min((one.since for one in self.made if one.since > at), default=None)

    def calm(self, tags: Mapping[str, int]) -> Schedule:
        """Return the slots when each antenna has so many tags, and nothing is undecided."""
        lengths = {
            name: self._length_for(name, tags.get(name, 0), news=False) for name in self._order
        }
        return self._fitting(lengths, frozenset(), Limits(self._most, OFTEN, self._most))

    def _heed_longer(self, now: int) -> None:
        """Give long slots to those whose scans have met what was not there, until they end."""
        for one in tuple(self._longer):
            at, name = one
            if at <= now:
                self._longer.remove(one)
                self._arrived.add(name)
                if name in self._halves:
                    self._grown[name] = now
                tags = max(ARRIVED, _with_news(max(self._read[name])))
                self._wanted[name] = slot_for(min(tags, _with_silence(self._looks[name])))

    def _make(self, now: int) -> None:
        """Make the next round if fields have changed, or the last one ends soon."""
        self._same_until = 0
        if self._away or self._old or (self.made and now < self.made[-1].since):
            return
        wanted, often = self._wanted, self._often & (self._news | self._arrived)
        limits = self._limits_for(often, now)
        if often <= self._streets and self._street_due(now):
            often |= self._streets
        if now < self._dealt + DEALING:
            wanted = {
                name: min(ms, slot_for(1)) if self._is_bare(name) else ms
                for name, ms in wanted.items()
            }
        if self.made and now < self.made[-1].until - AHEAD:
            if (wanted, often, limits) == (self._lengths, self._several, self._limits):
                self._same_until = self._changes_by_itself(now)
                return
            more = limits != self._limits or not often <= self._several
            more = more or any(ms > self._lengths[name] for name, ms in wanted.items())
            if not more and now < self._made_at + CALM:
                return
        since = now + LEAD
        schedule = self._fitting(wanted, often, limits)
        # Who comes next comes next in the new frame too.
        before = self.counts(since)
        passed = (since - before.began) % before.schedule.frame / before.schedule.frame
        began = since - int(passed * schedule.frame)
        number = self.made[-1].number + 1 if self.made else 1
        self.made = (*self.made[-1:], Round(schedule, began, since, since + LASTS, number))
        self._lengths, self._several, self._limits = dict(wanted), often, limits
        self._made_at = now
        for wake in self._wakes.values():
            wake()

    def _is_bare(self, name: str) -> bool:
        """Return whether no chips lie on an antenna, and none come: nobody bets in the deal."""
        return name in self._halves - self._arrived and not any(self._read[name])

    def _changes_by_itself(self, now: int) -> int:
        """Return until when (ms) no other round is wanted, while fields are as they are."""
        ends = [self._dealt + DEALING, self._to_seats + DEALING]
        ends += [grown + GROWN for grown in self._grown.values()]
        return min([self.made[-1].until - AHEAD, *(end for end in ends if end > now)])

    def _limits_for(self, often: frozenset[str], now: int) -> Limits:
        """Return how long a frame may be with this news.

        It may be long while chips come to those who hold cards, for then nobody deals; as soon as
        they are gathered, or a card comes, two reads have to tell in what order cards did.
        """
        if now < self._dealt + DEALING:
            least = self._most
            if not self._dealt_to.isdisjoint(often):
                least = min(least, LONGEST_FOR_CARDS)
            return Limits(least, OFTEN, least)
        bets = often & self._halves
        grown = all(now < self._grown[name] + GROWN for name in bets)
        if bets and self._held() and (grown or self._awaited):
            return Limits(self._most, OFTEN_CHIPS, LONGEST_CHIPS)
        if often & self._dead:
            return Limits(self._most, OFTEN_CARDS, LONGEST_DEAD)
        if often - bets:
            return Limits(self._most, OFTEN_CARDS, LONGEST)
        return Limits(self._most, OFTEN, self._most)

    def _street_due(self, now: int) -> bool:
        """Return whether the next cards are those of a street: nobody is to act, or dealt to.

        Who is all-in may hold no cards any more; then a board lies there.
        """
        runs = self._held() or any(max(self._read[name]) for name in self._streets)
        return runs and not self._awaited and now >= self._to_seats + DEALING

    def _held(self) -> bool:
        """Return whether somebody holds cards, as far as it is read."""
        return not self._hands or any(max(self._read[name]) for name in self._hands)

    def _fitting(
        self, wanted: Mapping[str, int], often: frozenset[str], limits: Limits
    ) -> Schedule:
        """Return the slots as wanted, the longest cut until the frame is short enough.

        Some have several in a frame, as many as there is room for, if that gives them their time
        sooner than one.
        """
        for cap in CAPS:
            lengths = {name: min(ms, cap) for name, ms in wanted.items()}
            once = in_order(self._order, lengths, self._waits)
            for count in range(limits.times, 1, -1) if often else ():
                schedule = in_order(self._parted(once, often, count), lengths, self._waits)
                if schedule.frame <= limits.several:
                    return schedule
            if once.frame <= limits.once:
                break
        return once

    def _parted(self, once: Schedule, often: frozenset[str], count: int) -> list[str]:
        """Return the order in which those that come often stand before each part of the others."""
        first = [name for name in self._order if name in often]
        parts: list[list[str]] = [list(first) for _ in range(count)]
        for name in self._order:
            if name not in often:
                parts[once.slots[name].start * count // once.frame].append(name)
        return [name for part in parts for name in part]

    def _length(self, name: str) -> int:
        return self._length_for(name, max(self._read[name]), news=name in self._news)

    def _length_for(self, name: str, tags: int, *, news: bool) -> int:
        if news:
            return slot_for(min(_with_news(tags), _with_silence(self._looks[name])))
        if name in self._awaited:
            return slot_for(min(max(_with_news(tags), AWAITED), _with_silence(self._looks[name])))
        if name in self._halves:
            return slot_for(max(_with_silence(GLANCE), -(-_with_news(tags) // 2)))
        if name in self._cards:
            return slot_for(GLANCE_CARDS if tags else 0)
        return slot_for(min(tags, GLANCE))


def _read_again(before: Sequence[int], tags: int) -> bool:
    """Return whether one more than before is read for the second time: what is overheard is not.

    >>> _read_again([2, 2, 2, 2], 3), _read_again([2, 2, 2, 3], 3), _read_again([2, 2, 3, 3], 3)
    (False, True, False)
    """
    *earlier, last = before
    return tags >= last > max(earlier)


def _gathered(before: int, tags: int) -> bool:
    """Return whether so much less is read of a pile that somebody takes it.

    >>> _gathered(3, 0), _gathered(5, 2), _gathered(12, 5)
    (True, False, True)
    """
    return before > 0 and (not tags or (2 * tags < before and before - tags >= FEW))


def _with_news(tags: int) -> int:
    """Return for how many tags there is to be room where so many were read and something comes.

    >>> [_with_news(tags) for tags in (0, 1, 2, 4, 12)]
    [1, 2, 3, 8, 18]
    """
    if tags < FEW:
        return tags + 1
    return math.ceil(((1 + UNREAD) * tags + ANOTHER) * (1 + 1 / SILENT_EACH))


def _with_silence(tags: int) -> int:
    """Return for how many tags there is to be room, for of several some questions find nobody.

    >>> [_with_silence(tags) for tags in (1, 3, 6, 12)]
    [1, 3, 7, 14]
    """
    return tags + tags // SILENT_EACH
