"""The state of one antenna's field: tags present, tags missed, and tags arriving."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from controller.contract.scans import (
    AntennaPlan,
    BadgeTag,
    ButtonTag,
    CardTag,
    ChipTag,
    Tag,
    zone_seat,
)
from controller.sensing.card_wear import Reads, Tally
from controller.sensing.settings import Settings

CARD_ZONES = frozenset({"hand", "board", "burn", "muck", "shoe"})
TAKES: dict[str, tuple[type, ...]] = {
    "bet": (CardTag, ChipTag),
    "pot": (CardTag, ChipTag),
    "stack": (CardTag, ChipTag),
    "badge": (BadgeTag,),
    "floor-badge": (BadgeTag,),
    "button": (ButtonTag,),
}
"""The kinds of tags that a kind of zone accepts; all other zones accept cards only."""
SLOW_PERIOD = 1000
NEVER = -1_000_000
TIMES = 128
"""The number of an antenna's latest scans for which the times are stored."""
STRANGERS = 64
"""The maximum number of unenrolled tags to track; any further ones are ignored.

The limit applies at each antenna. It counts the tags that the antenna is still considering, and
those already accepted as cards at any antenna. No table has that many by mistake. The limit keeps a
malicious pile of tags from exhausting memory.
"""


@dataclass(slots=True)
class Candidate:
    """A tag being read in a zone in which it has not yet been accepted as present.

    `first` is the number of the scan that first read the tag here, and `first_at` the time of that
    scan (ms). `scans` are the numbers of the scans within the window that read it. `reads` is the
    number of all reads here. `against` counts later reads of the tag by the antenna in whose zone
    it is known to be.
    """

    tag: Tag
    first: int
    first_at: int
    scans: list[int] = field(default_factory=list)
    reads: int = 0
    against: int = 0

    def likely(self, reads: int) -> bool:
        """Return whether this candidate (a chip) has probably arrived here.

        It must have `reads` reads within the window, or more than `reads` reads in all. The latter
        is enough because a chip in a large pile may be missed most of the time.
        """
        return len(self.scans) >= reads or self.reads > reads


@dataclass(slots=True)
class ChipMotion:
    """A motion of chips: chips are arriving in a zone or leaving it, and it has not settled yet.

    `last` is the number of the scan in which the latest chip was first read or first missed.
    `since` is the start of the motion (ms), or None if unknown. `unsaid` means that the chips must
    be reported now, without waiting for the end of the motion. `moved` means that a chip has
    actually arrived or left. `brought` maps each other zone to the value of the chips that came
    straight from that zone and have not been reported yet.
    """

    last: int = NEVER
    since: int | None = None
    unsaid: bool = False
    moved: bool = False
    brought: dict[str, int] = field(default_factory=dict)


def all_brought(motions: Iterable[ChipMotion]) -> dict[str, int]:
    """Return the value of the chips that these motions brought, by zone of origin.

    The motions' records are then cleared, so each chip is counted only once.
    """
    value: dict[str, int] = {}
    for motion in motions:
        for zone, chips in motion.brought.items():
            value[zone] = value.get(zone, 0) + chips
        motion.brought = {}
    return value


@dataclass(slots=True)
class Field:
    """The state of one antenna's field.

    Time is measured in the antenna's own scans, so an antenna that is scanned slowly loses no tags.

    `name`, `zone`, `seat` and `period` (ms between scans) describe the antenna.
    `takes` lists the kinds of tags that are accepted here.
    `unknown_counts` means that an unenrolled tag counts here as a card.
    `absent` is the number of missed scans after which a tag counts as gone.
    `card_absent` is the shortest time after which a card counts as gone (ms).
    `n` is the number of the last scan, and `at` its time (ms).
    `times` contains the times of the last few scans (ms).
    `busy` means that the next scan must be processed even if it is the same as the last one.
    `lost` means that the antenna does not respond.
    `whole` contains the tags of the last scan if they were exactly the tags known to be here, or
    None.
    `known` maps the uid of each tag here to the tag.
    `missing` maps each known tag that is not being read to the first scan that missed it.
    `pending` maps tags that are being read here, but are not yet known to be here, to their
    candidates.
    `contested` contains the known tags that are candidates at another antenna.
    `unknown` maps each unenrolled uid to the numbers of the scans that read it.
    `motion` is the motion of chips in progress, or None.
    `expected` is the number of reads that the known tags should have given, up to scan `counted`.
    `missed` is the number of those reads that failed.
    `came` maps each known tag to the scan in which it was accepted.
    `misses` maps each known tag to the number of scans that missed it.
    `tally` contains the read statistics of the cards that have left.
    """

    name: str
    zone: str
    seat: int
    period: int
    takes: tuple[type, ...]
    unknown_counts: bool
    absent: int
    card_absent: int
    n: int = 0
    at: int = NEVER
    times: deque[int] = field(default_factory=lambda: deque(maxlen=TIMES))
    busy: bool = False
    lost: bool = False
    whole: tuple[str, ...] | None = ()
    known: dict[str, Tag] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)
    pending: dict[str, Candidate] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)
    unknown: dict[str, list[int]] = field(default_factory=dict)
    motion: ChipMotion | None = None
    expected: int = 0
    missed: int = 0
    counted: int = 0
    came: dict[str, int] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)
    tally: Tally = field(default_factory=dict)

    @property
    def slow(self) -> bool:
        """Whether this antenna is scanned so rarely (pot, stacks) that nothing waits for it."""
        return self.period >= SLOW_PERIOD

    @property
    def of_a_hand(self) -> bool:
        """Whether this antenna reads a seat's hole cards."""
        return self.zone.startswith("hand.")

    def time_of(self, scan: int) -> int:
        """Return the time (ms) of this antenna's scan with the given number."""
        return self.times[max(scan - self.n - 1, -len(self.times))]

    def card_is_away(self, first: int) -> bool:
        """Return whether a card missed since scan `first` has been away long enough to be gone."""
        away = self.at - self.time_of(first) + self.period
        return self.n - first + 1 >= self.absent and away >= self.card_absent

    def longest_miss(self) -> int:
        """Return the largest number of scans in a row that have missed a known tag, or 0."""
        return self.n - min(self.missing.values()) + 1 if self.missing else 0

    def count_reads(self) -> None:
        """Update `expected`, the number of reads that the tags here should have given so far.

        Call this before a tag is added to `known` or removed from it.
        """
        self.expected += len(self.known) * (self.n - self.counted)
        self.counted = self.n

    def begin_motion(self, *, from_nowhere: bool) -> None:
        """Begin a motion, or continue the current one, for a chip read here for the first time.

        `from_nowhere` means that the chip is not known to be in any other zone. A slow antenna
        reports such a motion immediately, because its next scan of a large pile may take most of a
        minute.
        """
        motion = self.motion = self.motion or ChipMotion()
        if from_nowhere and self.slow:
            motion.unsaid = motion.moved = True

    def chip_moved(self, scan: int, at: int) -> None:
        """Begin a motion, or continue it, for a chip that has arrived or left.

        `scan` is the number of the scan that first read or first missed it, and `at` its time (ms).
        """
        motion = self.motion = self.motion or ChipMotion()
        motion.last, motion.since = max(motion.last, scan), earlier(motion.since, at)
        motion.unsaid = motion.moved = self.busy = True

    def bring(self, zone: str, chip: ChipTag) -> None:
        """Record that a chip came to this bet zone directly from `zone`, a bet zone or the pot.

        Nothing is recorded for any other pair of zones, or for a chip that is not from the set in
        play.
        """
        bets = zone == "pot" or zone.startswith("bet.")
        if bets and zone != self.zone and self.zone.startswith("bet.") and chip.set == 1:
            motion = self.motion = self.motion or ChipMotion()
            motion.brought[zone] = motion.brought.get(zone, 0) + chip.value

    def lay(self, uid: str, tag: Tag) -> None:
        """Record that a tag is now known to be here."""
        self.count_reads()
        self.known[uid] = tag
        self.came[uid], self.misses[uid] = self.n, 0

    def miss(self, gone: Collection[str]) -> None:
        """Count a miss for each tag in `gone`, the known tags that the latest scan did not read."""
        self.missed += len(gone)
        for uid in gone:
            self.misses[uid] += 1

    def take_out(self, uid: str) -> None:
        """Remove a tag from the field, and add a card's reads to the statistics.

        The scans since the tag was last read are left out of the statistics, because the tag was no
        longer there.
        """
        self.count_reads()
        tag = self.known.pop(uid)
        scans, missed = self.n - self.came.pop(uid), self.misses.pop(uid)
        first = self.missing.pop(uid, None)
        if first is not None:
            away = self.n - first + 1
            self.missed -= away
            self.expected -= away
            scans, missed = scans - away, missed - away
        # Cards are never stacked in a hand or on the board.
        tallied = self.zone == "board" or self.of_a_hand
        if tallied and isinstance(tag, CardTag) and tag.deck and scans:
            self.tally[uid] = self.tally.get(uid, Reads()).plus(Reads(scans, missed))
        self.contested.discard(uid)
        self.whole = None

    def undecided(self, suspect: int, unknown: int = 3) -> bool:
        """Return whether a tag is arriving or leaving here, or chips are in motion.

        A tag counts as leaving after `suspect` missed scans. An unenrolled tag counts as arriving
        after `unknown` reads.
        """
        if not self.busy and not self.missing:
            return False
        return (
            bool(self.pending or self.contested)
            or self.motion is not None
            or self.longest_miss() >= suspect
            or any(len(reads) >= unknown for reads in self.unknown.values())
        )


def fields_of(antennas: Iterable[AntennaPlan], settings: Settings) -> dict[str, Field]:
    """Return an empty field for each antenna, keyed by the antenna's name.

    Raises `ValueError` if two antennas have the same name.
    """
    fields: dict[str, Field] = {}
    for plan in antennas:
        if plan.name in fields:
            raise ValueError(f'two antennas are called "{plan.name}": give each a unique name')
        kind = plan.zone.partition(".")[0]
        fields[plan.name] = Field(
            name=plan.name,
            zone=plan.zone,
            seat=zone_seat(plan.zone),
            period=plan.period,
            takes=TAKES.get(kind, (CardTag,)),
            unknown_counts=kind in CARD_ZONES,
            absent=settings.absent,
            card_absent=settings.card_absent,
        )
    return fields


def earlier(one: int | None, other: int) -> int:
    """Return the earlier of two times; the first may be None."""
    return other if one is None else min(one, other)


def content_of(fields: Iterable[Field], zone: str) -> tuple[tuple[int, ...], int]:
    """Return the values of a zone's chips that are in play, and the number of its other chips.

    The values are in descending order. Only the antennas in `fields` are considered.
    """
    chips = []
    foreign = 0
    for one in fields:
        if one.zone == zone:
            for tag in one.known.values():
                if isinstance(tag, ChipTag):
                    if tag.set == 1:
                        chips.append(tag.value)
                    else:
                        foreign += 1
    return tuple(sorted(chips, reverse=True)), foreign
