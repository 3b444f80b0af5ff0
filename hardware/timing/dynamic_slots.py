"""Dynamic time slots: long for antennas whose field is changing, short for unchanged fields.

The standing schedule (`standing_slots.py`) makes each slot long enough for the usual number of tags
in its zone, so most of the time is unused, and reading a pile takes many frames. This module
rearranges a table's slots as fields change. A round is a temporary schedule with a start and an
end, sent to all nodes. If the nodes receive no further round, they all return to the standing slots
at the same time, so no node is out of step.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from controller.contract.scans import AntennaPlan, Scan, zone_seat
from controller.sensing.sensing import Sensing
from firmware.reading.time_slots import LEAST
from hardware.timing.standing_slots import (
    FIELD_MS,
    SELDOM,
    TAG_MS,
    Schedule,
    in_order,
    make_schedule,
    waits,
)

GUARD: Final = 3
"""Gap (ms) between slots of antennas that disturb each other: small, as clocks hardly drift."""

LEAD: Final = 100
"""Time (ms) between making a round and its start, so that links can wake and nodes end a query."""

LASTS: Final = 3000
"""Duration (ms) of a round that no other round follows."""

AHEAD: Final = 1000
"""How long (ms) before the end of the current round the next one is made."""

CALM: Final = 700
"""Minimum time (ms) after a round is made before the next one may shorten slots."""

REMEMBERED: Final = 4
"""The number of recent scans whose highest tag count is taken as the number of tags in a field."""

GLANCE: Final = 2
"""Number of tags that one slot has time for in a zone where no tag is arriving or leaving."""

GLANCE_CARDS: Final = 3
"""Like `GLANCE`, for a card zone; it includes time for a new card and an unanswered query."""

HALVES: Final = frozenset({"bet"})
"""Zones whose piles are read in two slots even without changes, because a player is waiting."""

STREETS: Final = frozenset({"board", "burn"})
"""Zones that receive a street's cards; when it is due, extra slots there show the cards' order."""

DEALT_TO: Final = frozenset({"hand", "board", "burn", "shoe"})
"""Zones that receive dealt cards, whose order must be known."""

CARDS: Final = DEALT_TO | {"muck"}

LOOKS: Final = {"bet": 28, "muck": 28, "pot": 3, "stack": 3}
"""Maximum number of tags read in a slot while tags arrive or leave, by kind of zone (or `LOOK`).

It is low for pots and stacks. They are read so seldom that a scan takes a long time in any case,
and long slots would only delay the other antennas.
"""

LOOK: Final = 8

ARRIVED: Final = 12
"""Number of tags that a slot has time for when an unknown number of tags has just arrived."""

AWAITED: Final = 8
"""Number of tags that a bet antenna's slot has time for while the player's chips are awaited."""

A_HAND: Final = 2
"""If this many cards leave a seat at once, they have usually been folded."""

HEEDED: Final = 64
"""Maximum number of messages stored by `Rounds.longer`; the oldest are dropped first."""

SILENT_EACH: Final = 5
"""Unanswered queries take the time of one extra tag for every `SILENT_EACH` tags."""

LONGEST: Final = 340
"""Maximum frame length (ms) while a card may arrive in any zone: long slots are cut to fit."""

FRAMES_IN_ORDER: Final = 1.9
"""Maximum frame length, as a multiple of the standing schedule's frame, but at most `LONGEST` ms. A
longer frame would no longer show the order in which cards arrive."""

ROOM_FOR_PILES: Final = 300
"""Frames may be this long (ms) even if `FRAMES_IN_ORDER` allows less (when there are few seats)."""

LONGEST_FOR_CARDS: Final = 230
"""Maximum frame length (ms) while cards arrive, so each is read several times before the next."""

OFTEN: Final = 2
"""Number of slots in a frame for an antenna whose field is changing, if the frame allows it."""

OFTEN_CARDS: Final = 3
"""Like `OFTEN`, for a card antenna while nobody is dealing, in a frame of up to `LONGEST` ms."""

OFTEN_CHIPS: Final = 5
"""Like `OFTEN`, for a bet antenna during betting, in a frame of up to `LONGEST_CHIPS` ms."""

LONGEST_DEAD: Final = 600
"""Maximum length (ms) of a frame with several slots per antenna while cards are being mucked and
nobody is dealing."""

LONGEST_CHIPS: Final = 1020
"""Maximum frame length (ms) while chips are being bet; antennas without changes are read only once
per frame."""

DEALING: Final = 2000
"""Time (ms) after a card's arrival during which another card may follow."""

GROWN: Final = 4000
"""How long (ms) a bet counts as still in progress after new chips have been read in a bet zone. A
later change in that zone means that somebody is gathering the chips."""

CAPS: Final = (250, 200, 120, 80, 50, 30, 20)
"""Caps (ms) on a slot's length, tried in this order until the frame is short enough."""

FEW: Final = 4
"""The fewest tags that make a pile."""

UNREAD: Final = 0.1
"""The share of a pile that a scan misses; slots include time for these tags as well."""

ANOTHER: Final = 1.5
"""The time to find a new tag among the others, as a multiple of the time to read a known tag."""


class Round(msgspec.Struct, frozen=True):
    """A temporary schedule for a table, in force from `since` until `until` (table time, ms).

    `number` counts rounds from 1. `began` is the start of one of its frames, no later than `since`.
    """

    schedule: Schedule
    began: int
    since: int
    until: int
    number: int


class Limits(NamedTuple):
    """The limits on a frame: its length (ms), and the number of slots that one antenna has in it.

    `once` is the maximum length if every antenna has one slot. `times` is the maximum number of
    slots for an antenna. `several` is the maximum length if some antennas have more than one slot.
    """

    once: int
    times: int
    several: int


def slot_for(tags: int) -> int:
    """Return the slot length (ms) for reading this many tags; for 0 tags, it is the minimum.

    >>> [slot_for(tags) for tags in (0, 1, 2, 3, 12)]
    [10, 11, 18, 25, 86]
    """
    return LEAST + 2 if not tags else round(LEAST + FIELD_MS + (tags - 1) * TAG_MS + 1)


class Rounds:
    """Makes the rounds (temporary slots) for a table; the time (ms) is passed in to each call."""

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
        self._seats, self._awaited = frozenset[int](), frozenset[str]()
        self._hands = tuple(name for name, kind in kinds.items() if kind == "hand")
        self._dealt = self._to_seats = -DEALING
        self._grown = dict.fromkeys(self._halves, -GROWN)
        self._often = frozenset(plan.name for plan in plans if plan.period < SELDOM)
        self._looks = {name: LOOKS.get(kind, LOOK) for name, kind in kinds.items()}
        self._longer: deque[tuple[int, str]] = deque(maxlen=HEEDED)
        self._arrived: set[str] = set()
        self._read = {name: deque([0] * REMEMBERED, REMEMBERED) for name in kinds}
        self._news: set[str] = set()
        self._nodes = frozenset(plan.device for plan in plans)
        self._away: set[str] = set()
        self._old: set[str] = set()
        self._wakes: dict[str, Callable[[], None]] = {}
        self.made: tuple[Round, ...] = ()
        """The current and upcoming rounds: the last two that were made."""
        self._made_at = self._same_until = 0
        self._lengths: Mapping[str, int] = {}
        self._several: frozenset[str] = frozenset()
        self._most = min(LONGEST, max(ROOM_FOR_PILES, round(FRAMES_IN_ORDER * self.standing.frame)))
        self._limits = Limits(self._most, OFTEN, self._most)
        self._wanted = {name: self._length(name) for name in self._order}

    def sensed(self, scan: Scan, sensing: Sensing, awaited: frozenset[int]) -> None:
        """Record a processed scan; the seats in `awaited` are expected to put in chips next."""
        news = sensing.undecided(scan.antenna)
        if news:
            self.doubted(sensing.contested())
        self.scanned(scan.antenna, len(scan.tags), scan.at, news=news, awaited=awaited)

    def scanned(
        self, antenna: str, tags: int, now: int, *, news: bool,
        awaited: frozenset[int] = frozenset(),
    ) -> None:  # fmt: skip
        """Record how many tags an antenna has read at `now`.

        `news` is true while sensing has not decided whether a tag is arriving at or leaving the
        antenna. `awaited` lists the seats whose chips are expected next: their antennas get slots
        long enough for a whole pile, even before any chips arrive.
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
        """Lengthen the slots of antennas whose card is read elsewhere, to see if it is gone."""
        for name in antennas:
            if name in self._cards and name not in self._news:
                self._news.add(name)
                self._wanted[name] = self._length(name)

    def _note_movement(
        self, antenna: str, read: Sequence[int], tags: int, now: int, *, news: bool
    ) -> None:  # fmt: skip
        """Compare a scan with those before it, and note cards dealt, chips bet or tags removed.

        `read` holds the tag counts of the previous scans, and `tags` is the count of this one.
        """
        if antenna in self._hands and not tags and max(read) >= A_HAND:
            self._longer.extend((now, dead) for dead in self._dead)
        if antenna in self._dealt_to:
            if news and _read_again(read, tags):
                self._dealt = now
                if antenna in self._hands:
                    self._to_seats = now
        elif news and tags > max(read):
            # Without news, the extra tag is one that the last scans missed.
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
        """Record that a scan is finding more tags than the previous ones, so something has arrived.

        Links call this from their own threads; it takes effect at the next scan.
        """
        self._longer.append((at, antenna))

    def follows(self, node: str, *, can: bool, wake: Callable[[], None]) -> None:
        """Record whether a node supports rounds; no rounds are made unless all nodes do.

        `wake` will be called when there is a round to send to the node; it must return immediately.
        """
        (self._old.discard if can else self._old.add)(node)
        self._same_until = 0
        self._wakes[node] = wake

    def away(self, device: str, *, gone: bool) -> None:
        """Record that a device is gone or back; no rounds are made while a node is gone."""
        if device in self._nodes:
            (self._away.add if gone else self._away.discard)(device)
            self._same_until = 0

    def counts(self, at: int) -> Round:
        """Return the round in force at `at`; if none is, one with the config's permanent slots."""
        for one in reversed(self.made):
            if one.since <= at < one.until:
                return one
        began = at - at % self.standing.frame
        return Round(self.standing, began, began, began + self.standing.frame, 0)

    def changes(self, at: int) -> int | None:
        """Return the start of the next known round after `at`, or None if there is none."""
        return min((one.since for one in self.made if one.since > at), default=None)

    def calm(self, tags: Mapping[str, int]) -> Schedule:
        """Return the schedule for unchanging fields; `tags` is the tag count of each antenna."""
        lengths = {
            name: self._length_for(name, tags.get(name, 0), news=False) for name in self._order
        }
        return self._fitting(lengths, frozenset(), Limits(self._most, OFTEN, self._most))

    def _heed_longer(self, now: int) -> None:
        """Give long slots to antennas whose scans have found new tags, until those scans end."""
        for _ in range(len(self._longer)):
            at, name = self._longer.popleft()
            if at > now:
                self._longer.append((at, name))
                continue
            self._arrived.add(name)
            if name in self._halves:
                self._grown[name] = now
            tags = max(ARRIVED, _with_news(max(self._read[name])))
            self._wanted[name] = slot_for(min(tags, _with_silence(self._looks[name])))

    def _make(self, now: int) -> None:
        """Make the next round if fields have changed or the last round will end soon."""
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
        # The antenna that is next stays next in the new frame.
        before = self.counts(since)
        passed = (since - before.began) % before.schedule.frame / before.schedule.frame
        began = since - int(passed * schedule.frame)
        number = self.made[-1].number + 1 if self.made else 1
        self.made = (*self.made[-1:], Round(schedule, began, since, since + LASTS, number))
        self._lengths, self._several, self._limits = dict(wanted), often, limits
        self._made_at = now
        # Links add their nodes from their own threads.
        for wake in tuple(self._wakes.values()):
            wake()

    def _is_bare(self, name: str) -> bool:
        """Return whether a bet antenna has read and expects no chips, for example during a deal."""
        return name in self._halves - self._arrived and not any(self._read[name])

    def _changes_by_itself(self, now: int) -> int:
        """Return the time (ms) until which the round stays valid if no field changes."""
        ends = [self._dealt + DEALING, self._to_seats + DEALING]
        ends += [grown + GROWN for grown in self._grown.values()]
        return min([self.made[-1].until - AHEAD, *(end for end in ends if end > now)])

    def _limits_for(self, often: frozenset[str], now: int) -> Limits:
        """Return the limits on a frame, given the antennas in `often`, whose fields are changing.

        While chips are being bet, nobody is dealing, so a frame may be long. Once the chips are
        gathered or a card arrives, a frame must be short enough to show the order of cards.
        """
        if now < self._dealt + DEALING:
            least = min(self._most, LONGEST_FOR_CARDS) if often & self._dealt_to else self._most
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
        """Return whether a street is due: no chips awaited, and no card just dealt to a seat.

        Some cards must also be in a hand, on the board or burned: an all-in may table all hands.
        """
        runs = self._held() or any(max(self._read[name]) for name in self._streets)
        return runs and not self._awaited and now >= self._to_seats + DEALING

    def _held(self) -> bool:
        """Return whether a player holds cards; if no antenna reads hole cards, return True."""
        return not self._hands or any(max(self._read[name]) for name in self._hands)

    def _fitting(
        self, wanted: Mapping[str, int], often: frozenset[str], limits: Limits
    ) -> Schedule:
        """Return a schedule with the slot lengths `wanted`, cut until the frame is short enough.

        The longest slots are cut first. The antennas in `often` get several slots in a frame, as
        many as fit within the limits.
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
        """Return a slot order in which every antenna in `often` appears `count` times.

        The other antennas appear once, split into `count` groups by their position in `once`. The
        antennas in `often` come before each group.
        """
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
    """Return whether a new tag has been read twice in a row, and so is not a stray read.

    `before` holds the tag counts of the previous scans, and `tags` is the count of this one.

    >>> _read_again([2, 2, 2, 2], 3), _read_again([2, 2, 2, 3], 3), _read_again([2, 2, 3, 3], 3)
    (False, True, False)
    """
    *earlier, last = before
    return tags >= last > max(earlier)


def _gathered(before: int, tags: int) -> bool:
    """Return whether a pile has shrunk so much that somebody is taking it.

    >>> _gathered(3, 0), _gathered(5, 2), _gathered(12, 5)
    (True, False, True)
    """
    return before > 0 and (not tags or (2 * tags < before and before - tags >= FEW))


def _with_news(tags: int) -> int:
    """Return how many tags a slot must have time for if `tags` were read and more are arriving.

    >>> [_with_news(tags) for tags in (0, 1, 2, 4, 12)]
    [1, 2, 3, 8, 18]
    """
    if tags < FEW:
        return tags + 1
    return math.ceil(((1 + UNREAD) * tags + ANOTHER) * (1 + 1 / SILENT_EACH))


def _with_silence(tags: int) -> int:
    """Return how many tags a slot must have time for, allowing for queries without an answer.

    >>> [_with_silence(tags) for tags in (1, 3, 6, 12)]
    [1, 3, 7, 14]
    """
    return tags + tags // SILENT_EACH
