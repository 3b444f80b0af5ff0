"""The air of antennas that radiate by turns: each waits for its slot, and none is disturbed."""

import math
import random
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from controller.contract.scans import AntennaPlan
from firmware.antennas import LOOK_EVERY, SLOW
from firmware.turns import BEFORE, LEAST
from hardware.question_time import QUIET, silent_ms
from hardware.rounds import GLANCE, LEAD, Rounds, tags_read
from hardware.slots import FIELD_MS, NOBODY, TAG_MS, Schedule, Slot
from hardware.twin.antenna import TwinAntenna

COLLISIONS: Final = 1.5
"""So many times the time of a tag it takes to tell one that has come from those that lie there."""

HUSHED: Final = silent_ms(QUIET) / TAG_MS
"""So much of a tag's time it takes to tell one to be quiet."""

STEP: Final = 9 * LEAD // 10
"""So many ms are laid out at a time."""


class Turn(msgspec.Struct):
    """A slot that is open: since when (ms), and in how many tags' time it has asked by now."""

    opened: int
    asked: float = 0.0
    over: bool = False


class TurnAir:
    """Says when scans are over: what a slot has no time for goes on in the antenna's next one."""

    def __init__(self, plans: Sequence[AntennaPlan]) -> None:
        self.rounds = Rounds(plans)
        names = self.rounds.standing.slots
        self._due = dict.fromkeys(names, 0)
        self._turns = {name: Turn(-1) for name in names}
        self._left: dict[str, float] = {}
        """How many tags of a scan that goes on are still to be read."""
        self._met: dict[str, float] = {}
        """How many tags are still to be read when a scan meets what was not there."""
        self._chance = random.Random(len(plans))
        self._read: dict[str, frozenset[str]] = {}
        self._scans = dict.fromkeys(names, 0)
        self._laid: Schedule | None = None
        self._slots: list[tuple[TwinAntenna, Slot]] = []
        self._later: list[tuple[int, TwinAntenna]] = []
        """Scans that end behind the step in which their last question was asked."""

    @property
    def frame(self) -> int:
        """Return how long the longest frame of usual fields is (ms)."""
        return self.rounds.standing.frame

    def takes(self, antenna: TwinAntenna) -> int:
        """Return how long an antenna is scanned at most, as its field is now: frames, in ms.

        The frame before it may be one that has news elsewhere, or looks for what is drowned.
        """
        return self.frame * (1 + math.ceil(max(len(antenna.field), 1) * (1 + NOBODY) / GLANCE))

    def lay(
        self, antennas: Iterable[TwinAntenna], since: int
    ) -> tuple[list[tuple[int, TwinAntenna]], int]:
        """Return the scans that end in the next step from a time on, in order, and its end.

        A step is shorter than what a round is made ahead, so which slots count in it is known.
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
        """Let antennas be read from a time on as long as the same slots count; return until when.

        `ended` gets the scans that end.
        """
        one, change = self.rounds.counts(at), self.rounds.changes(at)
        stop = min(until, one.until, one.until if change is None else change)
        cut = one.until if change is None else min(change - BEFORE, one.until)
        frame = one.schedule.frame
        began, since = one.began, one.since
        for antenna, slot in self._slots_of(one.schedule, antennas):
            start = at - (at - began - slot.start) % frame
            if start + slot.length <= at:
                start += frame
            while start < stop:
                opened = max(since, start)
                closes = min(cut, start + slot.length)
                now = min(stop, closes)
                if opened < now and at < now:
                    end = self._go_on(antenna, opened, closes, now)
                    if end is not None:
                        ended.append((end, antenna))
                start += frame
        return stop

    def _slots_of(
        self, schedule: Schedule, antennas: Iterable[TwinAntenna]
    ) -> list[tuple[TwinAntenna, Slot]]:
        """Return the slots of a schedule with their antennas, in the order of these."""
        if self._laid is not schedule:
            self._laid = schedule
            self._slots = [(one, slot) for one in antennas for slot in schedule.of(one.name)]
        return self._slots

    def _go_on(self, antenna: TwinAntenna, opened: int, closes: int, now: int) -> int | None:
        """Scan an antenna in its slot until now; give when a scan has ended, if one has (ms)."""
        name = antenna.name
        turn = self._turns[name]
        if turn.over and turn.opened == opened:
            return None
        room = tags_read(closes - opened) if closes - opened >= LEAST else 0
        if turn.opened != opened:
            turn = self._turns[name] = self._opened(antenna, opened, room)
        if turn.over:
            return None
        by_now = min(room, math.ceil((now - opened - FIELD_MS) / TAG_MS))
        left, more = self._left[name], max(by_now - turn.asked, 0)
        if left <= more:
            del self._left[name]
            self._met.pop(name, None)
            turn.over = True
            return round(opened + FIELD_MS + (turn.asked + left) * TAG_MS)
        self._left[name] = left - more
        turn.asked += more
        met = self._met.get(name)
        if met is not None and met >= left - more:
            del self._met[name]
            self.rounds.longer(name, now)
        return None

    def _opened(self, antenna: TwinAntenna, at: int, room: int) -> Turn:
        """Return the turn of an antenna whose slot opens; a scan is begun if none goes on."""
        name, turn = antenna.name, Turn(at)
        if name in self._left:
            return turn
        if at < self._due[name]:
            turn.over = True
            return turn
        self._scans[name] += 1
        if self._looks(antenna):
            turn.asked = math.ceil(HUSHED * len(antenna.field) + 0.5)
            if turn.asked >= room:
                turn.over = True
                return turn
        self._due[name] = at + (antenna.period if antenna.period > self.frame else 0)
        self._left[name] = self._work(antenna)
        return turn

    def _looks(self, antenna: TwinAntenna) -> bool:
        """Return whether an antenna looks for those that others drown before it is scanned."""
        every = LOOK_EVERY // 4 if antenna.period >= SLOW else LOOK_EVERY
        return self._scans[antenna.name] % every == 0 and bool(antenna.field)

    def _work(self, antenna: TwinAntenna) -> float:
        """Return for how many tags' time an antenna is scanned that begins now.

        What has come, and is read, is met when its part of the uids is asked for.
        """
        lie = frozenset(antenna.field)
        before, self._read[antenna.name] = self._read.get(antenna.name, lie), lie
        if len(lie) < 2:
            return 1.0
        come = lie - before
        work = len(lie) * (1 + NOBODY) + COLLISIONS * len(come)
        if come:
            draw = self._chance.random
            met = [draw() for uid, missed in antenna.chances() if uid in come and draw() >= missed]
            if met:
                self._met[antenna.name] = work * max(met)
        return work
