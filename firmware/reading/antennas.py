"""The role `antennas`: one reader scans several antennas, each with its own period.

`Rota` is the hardware-independent part: it selects the next antenna, and schedules retries if the
reader does not answer. Each scan is sent whole, as a snapshot, and nothing is filtered: the
controller checks that a uid is enrolled and has been read twice.
"""

import json

from firmware.reading.iso15693 import InventoryTree
from firmware.reading.readers import PROTOCOLS, open_reader
from firmware.reading.time_slots import FOREVER, LEAST, Turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.link import messages
    from firmware.node import Node
    from firmware.reading.readers import Scan

PERIOD = 100
"""The interval (ms) between an antenna's scans, unless the role file or the host sets another."""

SHORTEST, LONGEST = 10, 60000
"""The limits (ms) on an antenna's scan interval; a value beyond a limit is set to that limit."""

SELECT = (10, 11, 12, 13)
"""The pins that select an antenna, lowest bit first."""

THOROUGH_EVERY = 5
"""One in this many scans also searches for tags masked by stronger ones. If an antenna's period is
at least `SLOW` ms, all of its scans do. This does not apply to scans in time slots."""

LOOK_EVERY = 8
"""In time slots, one in this many scans reports nothing, and only searches for tags masked by
stronger ones. For an antenna with a period of at least `SLOW` ms, one in `LOOK_EVERY // 4` does."""

SLOW = 500

MOST_SETTLE = 100
"""The maximum settling time (ms) of an antenna's switch; the node does nothing else meanwhile."""

SLICE = 7800
"""The time (us) after which a step stops querying type A cards, so that the node can use its link.

ISO 15693 tags answer so slowly that the node serves its link during each answer.
"""

NAP_US = 2000
"""The length (us) of the last part of an answer, during which the node only waits, because a pass
of its loop would take too long."""

A_QUESTION = 7
"""The minimum time (ms) left in a slot for another query; its answer fits in this time."""

TIDY_MS = 12
"""The duration (ms) of a garbage collection, which takes a whole pass of the node's loop."""

TIDY_US = 3500
"""Garbage may be collected during an answer if the answer lasts at least this much longer (us)."""

LEISURE_MS = 20
"""Garbage is collected between two scans if the next one is not due for at least this long (ms)."""

UNTIDY, MUCH_UNTIDY, MOST_UNTIDY = 5, 72, 96
"""The amount of garbage that warrants a collection, as the number of queries since the last one.
`UNTIDY` is enough after a scan if no scan is due soon, `MUCH_UNTIDY` during an answer if enough of
the slot is left, and `MOST_UNTIDY` after any scan. Each query leaves nearly a kilobyte of
garbage. The fuller the heap, the longer an allocation takes: after 24 queries, switching an
antenna's field on takes up to 2 ms longer."""

TELLING = 4
"""The number of queries that leave as much garbage as the report of one scan."""

WRAP = (1 << 30) - 1
"""The highest value of a board's microsecond clock, which then wraps around to 0."""

ROUNDS = "rounds3"
"""The capability that a node reports if it can follow rounds (temporary time slots, see
`Turns.round`) that begin at any instant.

In a frame of such a round, an antenna may have several slots. Older firmware reports `rounds` or
`rounds2`, and can begin a round only at the start of a frame. If a node does not report exactly
this name, the host treats it as unable to follow rounds, and all nodes use only the standing slots.
"""

PAUSE = 500
"""The interval (ms) between resets of a reader that does not answer; the first is immediate."""

TRIES = 3
"""The number of failures in a row before a failing reader is reported."""

REPORT_EVERY = 60000
"""The interval (ms) at which a node logs the number of its scans and their largest delay."""


def longer_than(questions: float) -> float:
    """Return the number of queries at which an unfinished scan counts as longer than usual.

    The limit is a quarter above `questions`, the usual number of queries, rounded down.

    >>> [longer_than(questions) for questions in (1, 3, 12)]
    [1, 3, 15]
    """
    return questions + questions // 4


def due_after(due: int, period: int, now: int, part: int) -> int:
    """Return an antenna's next due time, after a scan that was due at `due` and begins at `now`.

    After a late scan, at least the period divided by `part` passes before the next one.

    >>> due_after(100, 50, 104, 2), due_after(100, 50, 400, 2)
    (150, 425)
    """
    return max(due + period, now + period // part)


class Antenna:
    """One antenna: when its next scan is due, and what earlier scans have found in its field."""

    def __init__(
        self, index: int, period: int, protocols: "tuple[str, ...]", now: int, settle: int
    ) -> None:
        """Set the number, the period (ms), the protocols, and the switch's settling time (ms).

        Its first scan is due at `now`.
        """
        self.index = index
        self.period = period
        self.protocols = protocols
        self.settle = settle
        self.due = now
        self.scans = 0
        self.field = InventoryTree()
        self.rest: "tuple[Scan, tuple[int, int] | None] | None" = None
        """The remaining part of a scan whose slot has ended, and the state that the reader needs to
        resume it; None if no scan is interrupted."""
        self.asked = 0
        """The number of queries completed so far in the scan in progress."""
        self.usual = (1, 1)
        """The number of queries in each of the last two completed scans."""
        self.told = False
        """Whether the host has been informed that the current scan is taking longer than usual."""
        self.ungauged = False
        """Whether the antenna's gain and gear have been requested but not yet reported."""

    def wants_a_look(self) -> bool:
        """Return whether to use the next slot only to search for tags masked by stronger ones."""
        every = LOOK_EVERY // 4 if self.period >= SLOW else LOOK_EVERY
        return self.scans % every == 0 and len(self.field.last) > 0


class Rota:
    """Selects the next antenna to scan, and records whether the reader answers."""

    def __init__(self, antennas: "list[Antenna]", now: int) -> None:
        self.antennas = antennas
        self.failures = 0
        self.scans = 0
        self.late = 0
        """The largest delay of a scan (ms) since the last report."""
        self._again = now
        self.turns = Turns()
        self.slotted = False
        """Whether the antenna last taken has a slot, which limits the time for its scan."""

    def due(self, now: int = 0) -> int:
        """Return the time (ms) of the next scan, or of the next attempt to reach a lost reader."""
        opens = self.turns.opens
        due = min([opens(one.index, max(one.due, now)) for one in self.antennas])
        return max(due, self._again)

    def take(self, now: int) -> "Antenna | None":
        """Return the antenna most overdue relative to its period, or None if none can be read."""
        if now < self._again:
            return None
        best = None
        worst = -1
        for antenna in self.antennas:
            late = now - antenna.due
            if late < 0:
                continue
            left = self.turns.left(antenna.index, now)
            overdue = late * 1000 // antenna.period
            if left >= LEAST and overdue > worst:
                best, worst, self.slotted = antenna, overdue, left < FOREVER
        if best is None:
            return None
        self.late = max(self.late, now - best.due)
        # Without slots, a long scan of another antenna delays this one; the delay is made up for.
        best.due = due_after(best.due, best.period, now, 2 if self.slotted else 4)
        if best.rest is None:
            best.scans += 1
            self.scans += 1
        return best

    def works(self) -> bool:
        """Record that a scan has been completed.

        Return True if the reader had been reported as failed.
        """
        was, self.failures = self.failures, 0
        return was >= TRIES

    def fails(self, now: int) -> bool:
        """Record that the reader has not answered; return True if the failure must be reported."""
        self.failures += 1
        self._again = now if self.failures == 1 else now + PAUSE
        return self.failures == TRIES

    def change(self, periods: "list[int]", now: int) -> None:
        """Set each antenna's period, in antenna order; antennas beyond the list keep theirs."""
        for antenna, period in zip(self.antennas, periods):  # noqa: B905 - not on MicroPython
            antenna.period = min(max(period, SHORTEST), LONGEST)
            antenna.due = min(antenna.due, now + antenna.period)


class AntennasRole:
    """The role for an antenna node.

    `antennas` in the role file is the number of antennas, or a list with {"period", "protocols",
    "settle"} for each.
    """

    def __init__(
        self, role: dict, board: "Any", now: int, reader: "Any" = None,  # type: ignore[type-arg]
    ) -> None:  # fmt: skip
        """Set up the pins, the antennas and the reader as described in the role file.

        A `reader` replaces the one in the role file. Raises `ValueError` for an invalid role file.
        """
        pins = role.get("mux", SELECT)
        wanted = role.get("antennas", 1)
        if isinstance(wanted, int):
            wanted = [{}] * wanted
        if not 0 < len(wanted) <= 1 << len(pins):
            raise ValueError(
                f"role.json: {len(pins)} pins select up to {1 << len(pins)} antennas, not"
                f" {len(wanted)}"
            )
        antennas = []
        for index, one in enumerate(wanted):
            protocols = tuple(one.get("protocols", PROTOCOLS[:1]))
            for protocol in protocols:
                if protocol not in PROTOCOLS:
                    raise ValueError(
                        f'role.json: unknown protocol "{protocol}": use {" or ".join(PROTOCOLS)}'
                    )
            settle = one.get("settle", role.get("settle", 0))
            if not isinstance(settle, int) or not 0 <= settle <= MOST_SETTLE:
                raise ValueError(f"role.json: settle must be 0 to {MOST_SETTLE} ms, not {settle!r}")
            # Spread the first scans over a period.
            first = now + 7 * index % PERIOD
            period = min(max(one.get("period", PERIOD), SHORTEST), LONGEST)
            antennas.append(Antenna(index, period, protocols, first, settle))
        self._rota = Rota(antennas, now)
        pin = board.machine.Pin
        self._select = [pin(number, pin.OUT, value=0) for number in pins]
        self._selected = 0
        self._reader = reader or open_reader(role, board)
        self._tidy: "Callable[[], object]" = board.tidy
        self._most = SLICE
        self._between = False
        """Whether to collect garbage before the next scan."""
        self._asked = 0
        """The number of queries that have left garbage on the heap since the last collection."""
        self._due: "int | None" = None
        """When the next scan is due; None if that must be computed first."""
        self.can = self._reader.can + (ROUNDS,)
        self._begun = False
        self._antenna = antennas[0]
        self._scan: "Scan | None" = None
        self._at: "int | None" = None
        """The clock time (us) at which the current answer ends, or None if no answer is awaited."""
        self._looks = False
        self._read: "list[tuple[int, int, list[bytes]]]" = []
        """The readings to report: antenna, time of reading (ms), and uids."""
        self._report_at = now + REPORT_EVERY

    def due(self, now: int) -> int:
        """Return the time (ms) at which `step` next has work to do."""
        if self._at is not None:
            left = self._at - self._reader.chip.clock() & WRAP
            if left <= NAP_US or left > WRAP >> 1 or self._time_to_tidy(now):
                return now
            return now + (left - NAP_US) // 1000
        if self._scan is not None or self._between:
            return now
        if self._due is None:
            # This stays valid until the next step or command.
            self._due = self._rota.due(now)
        return self._due

    def hurry(self, yes: bool) -> None:
        """Limit each step to one query if `yes` is true; remove the limit if it is false.

        The limit applies while a key may be bouncing on a board that is also a seat's pad.
        """
        self._most = 0 if yes else SLICE

    def silent(self, now: int) -> None:
        """Do nothing: there are no moving parts, and the antennas are read even without a host."""

    def command(self, command: "messages.Command", now: int) -> None:
        """Apply a `config`, a JSON object with any of "periods", "slots", "round" and "gauge".

        "periods" is a list of the antennas' periods (ms). "slots" and "round" are passed to
        `Turns.told` and `Turns.round`. If "gauge" is true, the receiver gain and the gear (the
        transmitter's power level) of each antenna are reported once. Raises `ValueError` for an
        invalid value; other keys are ignored.
        """
        if command.what != "config":
            return
        told = json.loads(command.value)
        if not isinstance(told, dict):
            raise ValueError("a config must be a JSON object")  # noqa: TRY004 - the text is wrong
        self._due = None
        periods = told.get("periods", [])
        if not all(isinstance(period, int) for period in periods):
            raise ValueError("periods must be whole numbers of milliseconds")
        self._rota.change(periods, now)
        if "slots" in told:
            self._rota.turns.told(told["slots"], now)
        if "round" in told:
            self._rota.turns.round(told["round"])
        if told.get("gauge"):
            for antenna in self._rota.antennas:
                antenna.ungauged = True

    def step(self, now: int, node: "Node") -> None:
        """Continue a scan when an answer has arrived, and report the readings of finished scans.

        Reports are sent while the next query is being answered.
        """
        self._due = None
        began = self._reader.chip.clock()
        if self._between or self._time_to_tidy(now):
            # A garbage collection takes a pass of its own.
            self._between = False
            self._asked = 0
            self._tidy()
            return
        try:
            self._read_on(now, node, began)
        except OSError as error:
            self._scan = self._at = None
            self._begun = False
            for antenna in self._rota.antennas:
                antenna.rest = None
                antenna.asked = 0
            if self._rota.fails(now):
                node.event("fault", now, 0, str(error))
        if self._read:
            self._tell(now, node)
        if now >= self._report_at:
            self._report_at = now + REPORT_EVERY
            node.log("debug", f"{self._rota.scans} scans, up to {self._rota.late} ms late")
            self._rota.scans = self._rota.late = 0

    def _read_on(self, now: int, node: "Node", began: int) -> None:
        """Continue the current scan, or begin one if an antenna is due.

        When a scan ends, the next one begins before the reading is reported, unless garbage must
        be collected first. `began` is the clock time (us) at which this pass began.
        """
        if self._scan is None:
            self._begin(now)
        if self._reader.news and node.up:
            node.log("info", self._reader.news)
            self._reader.news = ""
        if self._scan is None or not self._goes_on(now, node, began):
            return
        if self._rota.works():
            node.event("fault", now, 0, "")
        ended = self._reader.chip.clock()
        now += (ended - began & WRAP) // 1000
        self._between = self._untidy(now)
        if not self._between:
            self._begin(now)
            if self._scan is not None:
                self._goes_on(now, node, ended)

    def _tell(self, now: int, node: "Node") -> None:
        """Send the snapshots of finished scans and, if requested, each antenna's gain settings."""
        for index, at, uids in self._read:
            node.snapshot(index, at, uids)
            self._gauge(index, now, node)
            self._asked += TELLING
        self._read.clear()

    def _time_to_tidy(self, now: int) -> bool:
        """Return whether there is enough garbage, and time to collect it while a tag answers."""
        if self._at is None or self._asked < MUCH_UNTIDY:
            return False
        left = self._at - self._reader.chip.clock() & WRAP
        room = self._rota.turns.left(self._antenna.index, now)
        return TIDY_US <= left < WRAP >> 1 and room >= 2 * TIDY_MS

    def _untidy(self, now: int) -> bool:
        """Return whether to collect garbage now, between two scans."""
        if self._asked < UNTIDY:
            return False
        return self._asked >= MOST_UNTIDY or self._rota.due(now) - now >= LEISURE_MS

    def _gauge(self, index: int, now: int, node: "Node") -> None:
        """Report an antenna's gain and gear (see `command`) if requested and just measured."""
        antenna, gauged = self._rota.antennas[index], self._reader.gauged
        self._reader.gauged = None
        if antenna.ungauged and gauged is not None:
            gain, gear = gauged
            antenna.ungauged = not node.event("gauge", now, antenna.index, gear << 16 | gain)

    def _begin(self, now: int) -> None:
        """Begin or resume a scan of the antenna that is most overdue, if any is due."""
        antenna = self._rota.take(now)
        if antenna is None:
            return
        if not self._begun:
            self._reader.begin()
            self._begun = True
        if antenna.index != self._selected:
            changed = antenna.index ^ self._selected
            for place, pin in enumerate(self._select):
                if changed >> place & 1:
                    pin.value(antenna.index >> place & 1)
            self._selected = antenna.index
            self._reader.chip.sleep(antenna.settle * 1000)
        self._antenna = antenna
        if antenna.rest is not None:
            self._scan, protocol = antenna.rest
            antenna.rest = None
            self._looks = False
            self._reader.resume(protocol)
            return
        pieces = self._rota.slotted
        self._looks = pieces and antenna.wants_a_look()
        if self._looks:
            self._scan = self._reader.look(antenna.field)
            return
        thorough = not pieces and (antenna.period >= SLOW or antenna.scans % THOROUGH_EVERY == 0)
        self._scan = self._reader.scan(antenna.protocols, antenna.field, thorough, pieces)

    def _goes_on(self, now: int, node: "Node", began: int) -> bool:
        """Continue a scan until it waits for a reply, its slot ends, or the step takes too long.

        Return True if the scan is complete. Otherwise it continues in a later step or, if its slot
        has ended, in the antenna's next slot. If the scan finds a new tag, or needs more queries
        than the last scans did, a tag has probably been added. The node then informs the host,
        which makes the slots longer. `began` is the clock time (us) at which this pass began.
        """
        scan, antenna = self._scan, self._antenna
        chip: "Any" = self._reader.chip
        assert scan is not None
        clock, most = chip.clock, self._most
        open_for = self._rota.turns.left(antenna.index, now)
        left = (open_for - A_QUESTION) * 1000 if open_for < FOREVER else FOREVER
        tells = open_for < FOREVER and node.up and not antenna.told
        longer = FOREVER if self._looks else longer_than(max(antenna.usual))
        # Work that is done after the answer delays the next query.
        if self._at is not None:
            most = FOREVER
            chip.wait_until(self._at)
        try:
            # At least one query is sent, even if little time is left.
            while True:
                self._at = next(scan)
                if self._at is not None:
                    return False
                antenna.asked += 1
                self._asked += 1
                if tells and (antenna.field.fresh or antenna.asked >= longer):
                    tells = False
                    asked = min(antenna.asked, 255)
                    antenna.told = node.event("longer", now, antenna.index, asked)
                passed = clock() - began & WRAP
                if passed >= left:
                    break
                if passed >= most:
                    return False
        except StopIteration as end:
            self._scan = self._at = None
            if self._looks:
                antenna.due = now
            else:
                self._read.append((antenna.index, now, end.value))
                antenna.usual = antenna.usual[1], antenna.asked + 1
            antenna.asked, antenna.told = 0, False
            return True
        protocol = self._reader.pause()
        self._scan = None
        self._between = self._untidy(now + passed // 1000)
        antenna.due = now
        if self._looks:
            antenna.asked = 0
        else:
            antenna.rest = scan, protocol
        return False
