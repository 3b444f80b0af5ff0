"""Turns scans into observations; each scan is complete, so lost or repeated scans do no harm.

A tag is in one place at a time. Its place changes when another antenna reads it often enough while
the antenna at its known place does not read it. After enough missed scans, it is in no place.
"""

from collections.abc import Iterable, Sequence

from controller.contract.observations import (
    BadgeAt,
    BadgeLeft,
    ButtonAt,
    CardAt,
    CardLeft,
    CardTwice,
    ChipsAt,
    Observation,
)
from controller.contract.scans import (
    AntennaPlan,
    BadgeTag,
    ButtonTag,
    CardTag,
    ChipTag,
    Scan,
    Tag,
)
from controller.sensing.card_wear import Tally, together
from controller.sensing.copied_tags import Doubles
from controller.sensing.field import (
    STRANGERS,
    Candidate,
    Field,
    all_brought,
    content_of,
    earlier,
    fields_of,
)
from controller.sensing.registry import Registry
from controller.sensing.reported_until import told_until
from controller.sensing.settings import Settings

NOTHING: tuple[Observation, ...] = ()


class Sensing:
    """A table's sensing state between scans; must be given the scans from all antennas in order."""

    def __init__(
        self, antennas: Iterable[AntennaPlan], registry: Registry, settings: Settings
    ) -> None:
        self._registry = registry
        self._settings = settings
        plans = tuple(antennas)
        self._fields = fields_of(plans, settings)
        self._doubles = Doubles(plans)
        self._all = tuple(self._fields.values())
        self._home: dict[str, Field] = {}
        self._strange: dict[str, Tag] = {}
        self._card_zone: dict[str, str] = {}
        self._landed: dict[str, tuple[int, int]] = {}
        self._said: dict[str, tuple[tuple[int, ...], int, bool]] = {}

    def scan(self, scan: Scan) -> Sequence[Observation]:
        """Process one scan; return the resulting observations in order of occurrence.

        A scan that is not later than the antenna's last one is a duplicate and yields nothing.
        Raises `ValueError` for an antenna that this table does not have.
        """
        field = self._fields.get(scan.antenna)
        if field is None:
            raise ValueError(f'a scan of antenna "{scan.antenna}", which this table does not have')
        at = scan.at
        if at <= field.at:
            return NOTHING
        field.at, field.n = at, field.n + 1
        field.times.append(at)
        tags = scan.tags
        same = not field.busy and tags == field.whole
        if same and not self._landed and not self._doubles.named:
            if field.missing:
                field.missing.clear()
            return NOTHING
        return self._look(field, tags, at)

    def settling(self, slow: bool = False) -> bool:
        """Return whether any tag is still arriving or leaving, or chips are in motion.

        Antennas scanned less than once a second (pot, stacks) count only if `slow`; lost antennas
        never count. An object that has been put down but not read yet is not noticed.
        """
        looked = [one for one in self._all if not one.lost and (slow or not one.slow)]
        return bool(self._landed) or any(one.undecided(self._settings.suspect) for one in looked)

    def undecided(self, antenna: str) -> bool:
        """Return whether any tag, even unenrolled, is arriving or leaving at an antenna."""
        return self._fields[antenna].undecided(self._settings.suspect, unknown=1)

    def contested(self) -> tuple[str, ...]:
        """Return the names of the antennas with a tag that is also being read elsewhere."""
        return tuple(field.name for field in self._all if field.contested)

    def told(self) -> int:
        """Return the time (ms) up to which all cards at seats have been reported; 0 if unknown."""
        first_reads = (since for since, _ in self._landed.values())
        return told_until(self._all, min(first_reads, default=None))

    def lost(self, antenna: str) -> None:
        """Record that an antenna is not responding, and discard its undecided tags."""
        field = self._fields[antenna]
        field.lost = True
        for uid in list(field.pending):
            self._drop(field, uid)
        field.unknown.clear()

    def back(self, antenna: str) -> None:
        """Record that a lost antenna responds again."""
        self._fields[antenna].lost = False

    def copied(self) -> frozenset[str]:
        """Return the cards whose position is unknown because their tags are read in two places."""
        tags = (self._registry.get(uid) for uid in self._doubles.named)
        return frozenset(tag.card for tag in tags if isinstance(tag, CardTag))

    def strangers(self) -> int:
        """Return the number of unenrolled tags being tracked."""
        return len(self._strange) + sum(len(field.unknown) for field in self._all)

    def cards_in(self, zone: str) -> frozenset[str]:
        """Return the cards in a zone, by name, or by uid for an unenrolled tag."""
        return frozenset(
            tag.card
            for uid, field in self._home.items()
            if field.zone == zone and isinstance(tag := field.known[uid], CardTag)
        )

    def badges_in(self, zone: str) -> frozenset[BadgeTag]:
        """Return the badges in a zone, or an empty set if its antenna is not responding."""
        return frozenset(
            tag
            for uid, field in self._home.items()
            if field.zone == zone
            and not field.lost
            and isinstance(tag := field.known[uid], BadgeTag)
        )

    def chips_in(self, zone: str) -> tuple[int, ...]:
        """Return the values of the chips in a zone, highest first; foreign chips are left out."""
        return content_of(self._all, zone)[0]

    def read_rates(self) -> dict[str, float]:
        """Return the fraction of successful reads (0..1) for each antenna that has had a tag on it.

        An antenna below 0.8 needs attention: its tags are too far away or stacked too high.
        """
        for field in self._all:
            field.count_reads()
        return {f.name: 1 - f.missed / f.expected for f in self._all if f.expected > 0}

    def take_tally(self) -> Tally:
        """Return the read counts of cards that left a hand or the board since the last call."""
        found = together(field.tally for field in self._all)
        for field in self._all:
            field.tally.clear()
        return found

    # The methods below run only for a scan that differs from the last one.

    def _look(self, field: Field, tags: tuple[str, ...], at: int) -> list[Observation]:
        out: list[Observation] = []
        seen = set(tags)
        if self._doubles.named:
            self._see_alone(at, out)
        known = field.known.keys()
        there = len(known & seen)
        self._miss(field, seen, at, out)
        if field.contested:
            for uid in field.contested & seen:
                self._read_at_home(field, uid, at, out)
        if len(seen) > there:
            for uid in [uid for uid in dict.fromkeys(tags) if uid not in known]:
                self._read(field, uid, at, out)
        if field.pending or field.unknown:
            self._forget_old(field)
        if field.motion is not None:
            self._follow_motion(field, at, out)
        field.whole = tags if seen == field.known.keys() else None
        field.busy = bool(
            field.pending or field.unknown or field.contested or field.motion is not None
        )
        if self._landed:
            self._release(at, out)
        return out

    def _miss(self, field: Field, seen: set[str], at: int, out: list[Observation]) -> None:
        """Count a miss for each known tag not in `seen`; add reports of departed tags to `out`."""
        gone = field.known.keys() - seen
        if not gone:
            field.missing.clear()
            return
        field.miss(gone)
        old = field.missing
        field.missing = {uid: old.get(uid, field.n) for uid in gone}
        if field.longest_miss() >= field.absent:
            self._depart(field, at, out)

    def _twice(self, field: Field, uid: str, tag: Tag, at: int, out: list[Observation]) -> bool:
        """Record a read of a tag; return whether it is a card's tag that is known to have a copy.

        If a report of the copy is due, it is added to `out`.
        """
        if not isinstance(tag, CardTag) or not tag.deck:
            return False
        zones = self._doubles.heard(uid, tag, field.name, at)
        if zones:
            self._lies_nowhere(uid)
            out.append(CardTwice(at, tag.card, zones, tag.deck))
        return uid in self._doubles.named

    def _lies_nowhere(self, uid: str) -> None:
        for other in self._all:
            other.pending.pop(uid, None)
        if (home := self._home.get(uid)) is not None:
            self._take_out(home, uid)
        if self._landed.pop(uid, None) is not None:
            # The arrival of this card has not been reported yet.
            del self._card_zone[uid]

    def _see_alone(self, at: int, out: list[Observation]) -> None:
        """Stop treating a tag as copied once it is no longer read in two places.

        If such a tag is not read anywhere, add a `CardLeft` for its card to `out`.
        """
        for uid, tag, is_read in self._doubles.alone(at):
            if not is_read and uid in self._card_zone:
                out.append(CardLeft(at, tag.card, self._card_zone.pop(uid), tag.deck))

    def _read(self, field: Field, uid: str, at: int, out: list[Observation]) -> None:
        """Record a read of a tag that is new here; after enough such reads, the tag has arrived."""
        n = field.n
        candidate = field.pending.get(uid)
        if candidate is None:
            tag = self._registry.get(uid) or self._strange.get(uid)
            if tag is None:
                tag = self._unknown_tag(field, uid)
            if tag is None or not isinstance(tag, field.takes):
                return
            home = self._home.get(uid)
            if home is not None and isinstance(tag, CardTag) and uid not in home.missing:
                # A slow antenna reads its tag too seldom for two reads to show a trip there.
                self._doubles.rests(uid, tag, home.name, home.at)
            if self._twice(field, uid, tag, at, out):
                return
            candidate = Candidate(tag, n, at)
            if uid in field.unknown:
                candidate.scans = field.unknown.pop(uid)
                candidate.first = candidate.scans[0]
                candidate.first_at = field.time_of(candidate.first)
            field.pending[uid] = candidate
            if home is not None:
                home.contested.add(uid)
                home.busy = True
            if isinstance(tag, ChipTag):
                field.begin_motion(from_nowhere=home is None)
        elif self._twice(field, uid, candidate.tag, at, out):
            return
        if not candidate.scans or candidate.scans[-1] != n:
            candidate.scans.append(n)
            candidate.reads += 1
        enough = self._enough(field, uid, candidate.tag)
        if len(candidate.scans) < enough or self._may_lie_there(field, uid, candidate.tag):
            return
        if not self._rivalled(field, uid, candidate):
            self._arrive(field, uid, candidate, at, out)

    def _enough(self, field: Field, uid: str, tag: Tag) -> int:
        """Return the number of reads that prove that a tag has arrived.

        It is higher for a chip that is known to be at a slow antenna, because that antenna can't
        show in time that the chip is still there.
        """
        if isinstance(tag, CardTag):
            shoe = field.zone == "shoe"
            return self._settings.shoe_reads if shoe else self._settings.card_reads
        home = self._home.get(uid)
        slow = home is not None and home.slow and not home.lost
        return self._settings.sure_reads if slow else self._settings.chip_reads

    def _may_lie_there(self, field: Field, uid: str, tag: Tag) -> bool:
        """Return whether a card may still be in its known place while a distant antenna reads it.

        The read may come from another card with the same tag. The card counts as moved only once
        its own antenna has missed it so often that it must have been picked up.
        """
        home = self._home.get(uid)
        if home is None or home.lost or home.slow or not isinstance(tag, CardTag):
            return False
        first = home.missing.get(uid)
        sure = self._settings.suspect + self._settings.card_reads
        picked_up = first is not None and home.n - first + 1 >= sure
        return not picked_up and self._doubles.apart(home.name, field.name)

    def _unknown_tag(self, field: Field, uid: str) -> Tag | None:
        """Count a read of an unenrolled tag; return a card for it after enough reads, else None."""
        if not field.unknown_counts:
            return None
        settings = self._settings
        if uid not in field.unknown and len(field.unknown) + len(self._strange) >= STRANGERS:
            return None
        reads = field.unknown.setdefault(uid, [])
        reads.append(field.n)
        while reads[0] <= field.n - settings.unknown_window:
            reads.pop(0)
        if not settings.is_there(reads, field.n):
            return None
        return self._strange.setdefault(uid, CardTag(uid, 0))

    def _rivalled(self, field: Field, uid: str, candidate: Candidate) -> bool:
        """Return whether another antenna also reads a new tag so often that its place is unclear.

        Within the candidate's first window, the other antenna must have more than half as many
        reads as this one. After that, it must have more reads than this one.
        """
        reads = len(candidate.scans)
        early = field.n - candidate.first < self._settings.window
        for other in self._all:
            rival = other.pending.get(uid)
            if rival is not None and other is not field:
                theirs = len(rival.scans)
                if (2 * theirs > reads) if early else (theirs > reads):
                    return True
        return False

    def _read_at_home(self, field: Field, uid: str, at: int, out: list[Observation]) -> None:
        """Count a read of a tag in its known place as evidence against every other place."""
        if self._twice(field, uid, field.known[uid], at, out):
            return
        for other in self._all:
            candidate = other.pending.get(uid)
            if candidate is not None:
                candidate.against += 1
                if candidate.against >= len(candidate.scans):
                    self._drop(other, uid)

    def _drop(self, field: Field, uid: str) -> None:
        del field.pending[uid]
        if any(uid in other.pending for other in self._all):
            return
        home = self._home.get(uid)
        if home is not None:
            home.contested.discard(uid)
        else:
            self._strange.pop(uid, None)

    def _forget_old(self, field: Field) -> None:
        """Forget reads that have left the window, and candidates without any reads."""
        oldest = field.n - self._settings.window
        for uid, candidate in list(field.pending.items()):
            if candidate.scans[0] <= oldest:
                while candidate.scans and candidate.scans[0] <= oldest:
                    candidate.scans.pop(0)
                if not candidate.scans:
                    self._drop(field, uid)
        oldest = field.n - self._settings.unknown_window
        for uid, reads in list(field.unknown.items()):
            if reads[-1] <= oldest:
                del field.unknown[uid]

    def _arrive(
        self, field: Field, uid: str, candidate: Candidate, at: int, out: list[Observation]
    ) -> None:
        for other in self._all:
            other.pending.pop(uid, None)
        home = self._home.get(uid)
        if home is not None:
            first_missed = home.missing.get(uid, home.n)
            self._take_out(home, uid)
            if isinstance(candidate.tag, ChipTag):
                home.chip_moved(first_missed, home.time_of(first_missed))
                field.bring(home.zone, candidate.tag)
        tag = candidate.tag
        field.lay(uid, tag)
        self._home[uid] = field
        match tag:
            case CardTag():
                if self._card_zone.get(uid) != field.zone:
                    self._card_zone[uid] = field.zone
                    self._landed[uid] = (field.time_of(candidate.scans[0]), at)
            case ChipTag():
                field.chip_moved(candidate.first, candidate.first_at)
            case BadgeTag(name=name):
                out.append(BadgeAt(at, field.seat, name))
            case ButtonTag():
                out.append(ButtonAt(at, field.seat))

    def _take_out(self, home: Field, uid: str) -> None:
        home.take_out(uid)
        del self._home[uid]

    def _depart(self, field: Field, at: int, out: list[Observation]) -> None:
        """Remove the tags missed for long enough; add reports of cards and badges to `out`."""
        for uid, first in sorted(field.missing.items()):
            tag = field.known[uid]
            if isinstance(tag, CardTag):
                # A card that is being read elsewhere is moving: its departure is not reported.
                if field.card_is_away(first) and uid not in field.contested:
                    self._take_out(field, uid)
                    self._strange.pop(uid, None)
                    zone = self._card_zone.pop(uid)
                    if self._landed.pop(uid, None) is None:
                        out.append(CardLeft(at, tag.card, zone, tag.deck))
            elif field.n - first + 1 >= field.absent:
                self._take_out(field, uid)
                if isinstance(tag, ChipTag):
                    field.chip_moved(first, field.time_of(first))
                elif isinstance(tag, BadgeTag):
                    out.append(BadgeLeft(at, field.seat))

    def _follow_motion(self, field: Field, at: int, out: list[Observation]) -> None:
        """Add the zone's chips to `out` if a report is due, and end the motion if it is over.

        It is over once the zone has settled. Nothing is reported while a chip is in doubt.
        """
        motion = field.motion
        assert motion is not None
        latest = motion.last
        since, unsure = motion.since, False
        for candidate in field.pending.values():
            if isinstance(candidate.tag, ChipTag):
                latest = max(latest, candidate.first)
                since = earlier(since, candidate.first_at)
                unsure |= candidate.likely(self._settings.chip_reads)
        doubted = field.n - self._settings.suspect + 1
        if any(
            first <= doubted and isinstance(field.known[uid], ChipTag)
            for uid, first in field.missing.items()
        ):
            return
        quiet = field.n - latest, field.at - field.time_of(latest)
        over = self._settings.is_over(*quiet) and not unsure
        if over:
            field.motion = None
        if (over or motion.unsaid) and motion.moved and since is not None:
            motion.unsaid = False
            # Once reported, the start identifies the motion: later candidates do not change it.
            motion.since = since
            self._say_chips(field.zone, since, at, out)

    def _say_chips(self, zone: str, since: int, at: int, out: list[Observation]) -> None:
        chips, foreign = content_of(self._all, zone)
        running = [f.motion for f in self._all if f.zone == zone and f.motion and f.motion.moved]
        for motion in running:
            since = earlier(motion.since, since)
        said = (chips, foreign, bool(running))
        if self._said.get(zone) != said:
            self._said[zone] = said
            brought = all_brought(running)
            for left in brought:
                # The place that the chips left is reported before the place where they are now.
                self._say_chips(left, since, at, out)
            out.append(ChipsAt(at, zone, chips, since, bool(running), foreign, brought))

    def _release(self, at: int, out: list[Observation]) -> None:
        """Add the cards that have arrived to `out`, in the order of their first reads.

        A card waits briefly for any card that was read before it and is still undecided.
        """
        earliest = min(
            (
                candidate.first_at
                for field in self._all
                for candidate in field.pending.values()
                if isinstance(candidate.tag, CardTag)
            ),
            default=at,
        )
        while self._landed:
            (since, confirmed), uid = min((read, uid) for uid, read in self._landed.items())
            if since > earliest and at - confirmed < self._settings.hold:
                return
            del self._landed[uid]
            field = self._home[uid]
            tag = field.known[uid]
            assert isinstance(tag, CardTag)
            out.append(CardAt(at, tag.card, field.zone, since, tag.deck))
