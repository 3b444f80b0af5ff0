"""Simulates antennas that take turns: each waits for its slot, so they never interfere."""

import math
import random
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from controller.contract.scans import AntennaPlan
from firmware.reading.antennas import A_QUESTION, LOOK_EVERY, SLOW, due_after
from firmware.reading.time_slots import BEFORE, FOREVER, LEAST
from hardware.timing.dynamic_slots import GLANCE, LEAD, LOOK, Rounds
from hardware.timing.question_time import EMPTY_LEAVES, QUIET, silent_ms
from hardware.timing.standing_slots import FIELD_MS, NOBODY, TAG_MS, Schedule, period_told, slotted
from hardware.twin.aerials.antenna import TwinAntenna

COLLISIONS: Final = 1.5
"""Time to tell a new tag from those already there, as a multiple of the time to read one tag."""

HUSHED: Final = silent_ms(QUIET) / TAG_MS
"""Time to silence one tag (Stay Quiet), as a fraction of the time to read one tag."""

AT_REST: Final = 0.28 / EMPTY_LEAVES
"""In a field of up to `LOOK` tags, each scan sends this share of the queries that no tag answers;
the others are left for later scans."""

BETWEEN: Final = 2 / 3
"""Share of a pile's scans in which the last query gets an answer."""

STEP: Final = 9 * LEAD // 10
"""Length (ms) of a planning step."""


class Reading(msgspec.Struct):
    """How far an antenna has read; times are in ms.

    Over many scans: `period` is the time from one scan to the next, and `due` is when the next one
    is due. `scans` counts the scans. `read` holds the tags that were in the field when the last
    scan began, or None before the first scan.

    In the current scan: `each` is the time per tag. `opened` is the start of the current slot. `at`
    is the time up to which the antenna has read. `left` is the number of tags still to read, or
    None between two scans. `met` is the value of `left` at which the scan reaches a new tag, or
    None if there is no new tag.
    """

    period: int
    each: float = TAG_MS
    opened: int = -1
    at: float = 0.0
    due: int = 0
    left: float | None = None
    met: float | None = None
    scans: int = 0
    read: frozenset[str] | None = None


class TurnAir:
    """Computes when scans end, for antennas with time slots.

    A scan that does not fit in its slot continues in the next one.
    """

    def __init__(self, plans: Sequence[AntennaPlan]) -> None:
        self.rounds = Rounds(plans)
        names = self.rounds.standing.slots
        self._readings = {
            plan.name: Reading(period_told(plan))
            for plan in slotted(plans, self.rounds.standing)
            if plan.name in names
        }
        self._chance = random.Random(len(plans))
        self._laid: Schedule | None = None
        self._slots: list[tuple[TwinAntenna, list[tuple[int, int]]]] = []
        self._later: list[tuple[int, TwinAntenna]] = []
        """Scans that end after the step in which their last query was sent."""

    @property
    def frame(self) -> int:
        """Return the frame length (ms) of the standing schedule, for the usual number of tags."""
        return self.rounds.standing.frame

    def takes(self, antenna: TwinAntenna) -> int:
        """Return the maximum time (ms) for a scan of the current field, rounded up to whole frames.

        One frame is added, because a frame may be spent on other antennas' changes or on a search
        for masked tags.
        """
        return self.frame * (1 + math.ceil(max(len(antenna.field), 1) * (1 + NOBODY) / GLANCE))

    def lay(
        self, antennas: Iterable[TwinAntenna], since: int
    ) -> tuple[list[tuple[int, TwinAntenna]], int]:
        """Return the scans that end in the step beginning at `since`, and the step's end (ms).

        The scans are (end, antenna) pairs, sorted by end. The time slots for this step are
        already known, because they are announced more than a step ahead.
        """
        until = since + STEP
        ended = self._later
        at = since
        while at < until:
            at = self._lay_part(antennas, at, until, ended)
        ended.sort(key=lambda entry: entry[0])
        count = bisect_left(ended, until, key=lambda entry: entry[0])
        self._later = ended[count:]
        return ended[:count], until

    def _lay_part(
        self, antennas: Iterable[TwinAntenna], at: int, until: int,
        ended: list[tuple[int, TwinAntenna]],
    ) -> int:  # fmt: skip
        """Scan antennas from `at` to `until`, or until the time slots change if that is earlier.

        Return the time at which the scanning stopped, in ms. Completed scans are added to `ended`.
        """
        one, change = self.rounds.counts(at), self.rounds.changes(at)
        stop = min(until, one.until, one.until if change is None else change)
        cut = one.until if change is None else min(change - BEFORE, one.until)
        frame = one.schedule.frame
        bases = range(at - (at - one.began) % frame, stop, frame)
        for antenna, slots in self._slots_of(one.schedule, antennas):
            for base in bases:
                for start, length in slots:
                    opened = max(one.since, base + start)
                    closes = min(cut, base + start + length)
                    now = min(stop, closes)
                    if opened < now and at < now:
                        ends = self._go_on(antenna, opened, closes, now)
                        ended.extend((end, antenna) for end in ends)
        return stop

    def _slots_of(
        self, schedule: Schedule, antennas: Iterable[TwinAntenna]
    ) -> list[tuple[TwinAntenna, list[tuple[int, int]]]]:
        """Return each antenna that has slots in a schedule, with its slots as (start, length)."""
        if self._laid is not schedule:
            self._laid = schedule
            self._slots = [
                (one, [(slot.start, slot.length) for slot in schedule.of(one.name)])
                for one in antennas
                if one.name in schedule.slots
            ]
        return self._slots

    def _go_on(self, antenna: TwinAntenna, opened: int, closes: int, now: int) -> list[int]:
        """Scan an antenna in its slot until `now`; return the end times of its scans (ms).

        The slot lasts from `opened` to `closes`.
        """
        reading = self._readings[antenna.name]
        if reading.opened != opened:
            reading.opened, reading.at = opened, opened
            if closes - opened < LEAST:
                reading.at = closes
            elif reading.left is not None:
                reading.due = due_after(reading.due, reading.period, opened, 2)
                reading.at += FIELD_MS
        ended: list[int] = []
        while reading.at < now and (
            reading.left is not None or self._begins(antenna, reading, closes, now)
        ):
            end = self._ask(antenna, reading, closes, now)
            if end is not None:
                ended.append(end)
        return ended

    def _begins(self, antenna: TwinAntenna, reading: Reading, closes: int, now: int) -> bool:
        """Begin the next scan if it is due by `now` and the slot stays open for long enough.

        `closes` is the time at which the slot closes. Return whether a scan has begun. At regular
        intervals, a search for tags masked by stronger ones comes before the scan.
        """
        while True:
            start = max(reading.at, reading.due)
            if start >= now or closes - start < LEAST:
                return False
            reading.due = due_after(reading.due, reading.period, int(start), 2)
            reading.scans += 1
            if not _looks(antenna, reading):
                break
            reading.at = start + FIELD_MS + TAG_MS * (HUSHED * len(antenna.field) + 0.5)
            reading.at = min(reading.at, closes)
            reading.due = int(reading.at)
        reading.at = start + FIELD_MS
        self._lay_out(antenna, reading)
        return True

    def _ask(self, antenna: TwinAntenna, reading: Reading, closes: int, now: int) -> int | None:
        """Continue a scan until `now` or the end of its slot, `closes`.

        Return the time at which the scan ended (ms), or None if it is unfinished. At least one
        query is sent to the tags, even if little time is left.
        """
        assert reading.left is not None
        room = _tags(closes - A_QUESTION - reading.at, reading.each, len(antenna.field))
        more = min(room, math.ceil((now - reading.at) / reading.each))
        if reading.left <= more:
            reading.at += reading.left * reading.each
            reading.left = reading.met = None
            return round(reading.at)
        reading.left -= more
        reading.at += more * reading.each
        if reading.met is not None and reading.met >= reading.left:
            reading.met = None
            self.rounds.longer(antenna.name, now)
        if more == room:
            reading.due = int(reading.at)
            reading.at = FOREVER
        return None

    def _lay_out(self, antenna: TwinAntenna, reading: Reading) -> None:
        """Set how long the scan that is now beginning takes, in multiples of the time for a tag.

        If there is a new tag, also set how far into the scan it is found: when its part of the uid
        space is queried.
        """
        lie = frozenset(antenna.field)
        before = lie if reading.read is None else reading.read
        reading.read = lie
        reading.left, reading.met, reading.each = 1.0, None, TAG_MS
        if len(lie) < 2:
            return
        come, draw = lie - before, self._chance.random
        reading.left = len(lie) + COLLISIONS * len(come)
        nobody = NOBODY * AT_REST if len(lie) <= LOOK else NOBODY
        if len(lie) == 2:
            # Half of the time, the lowest bits of two uids differ, and each query is answered.
            nobody = 0.0 if draw() < 0.5 else NOBODY
        if len(lie) > LOOK and draw() < BETWEEN:
            reading.each *= 1 + nobody
        else:
            reading.left += nobody * len(lie)
        if come:
            met = [draw() for uid, missed in antenna.chances() if uid in come and draw() >= missed]
            if met:
                reading.met = reading.left * max(met)


def _tags(ms: float, each: float, lie: int) -> float:
    """Return how many tags of a field can be read in `ms`, at `each` ms per tag.

    `lie` is the number of tags in the field. At least one query is sent, and a query that
    has started is finished, even after `ms`. In a pile (more than `LOOK` tags), some queries get no
    answer, so the result may be below 1.
    """
    if lie <= LOOK:
        return max(math.ceil(ms / each), 1)
    return max(ms / each + 0.5 / (1 + EMPTY_LEAVES), 1 / (1 + EMPTY_LEAVES))


def _looks(antenna: TwinAntenna, reading: Reading) -> bool:
    """Return whether an antenna searches for masked tags before its scan."""
    every = LOOK_EVERY // 4 if antenna.period >= SLOW else LOOK_EVERY
    return reading.scans % every == 0 and bool(antenna.field)
