"""One running table: the engine's state, the journal and the outputs.

An observation is processed, then written to disk with all its effects, and only then published.
This module runs in a single thread, and its only I/O is to the journal.
"""

import copy
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

import msgspec
from msgspec.structs import replace

from controller.contract.observations import ChipsAt, FoundMoved, Observation, TimePassed
from controller.contract.once_only import AnyMark, Asked
from controller.contract.private import PrivateEvent
from controller.contract.public import HandEnded, HandVoided, PublicEvent, PublicState
from controller.houses.loader import house_hash
from controller.houses.model import House
from controller.journal import Journal, JournalDamaged, JournalError
from controller.journal.session import SOFTWARE
from controller.journal.writer import ResumePoint
from controller.run.loop.published_before import as_told
from controller.run.loop.snapshots import Kept, pack, unpack
from controller.table.engine import step
from controller.table.state import Over, Table, forget_hand
from controller.table.view import public_state

log = logging.getLogger(__name__)

PublicOutput = Callable[[int, tuple[PublicEvent, ...]], None]
"""A function that receives the seq of the last event and the events, once they are on disk."""

PrivateOutput = Callable[[tuple[PrivateEvent, ...]], None]

ResultOutput = Callable[[Observation, "StepResult"], None]
"""A function that receives every observation, including wake-ups, and its result."""


class StepResult(msgspec.Struct, frozen=True):
    """The effects of an observation, once they are on disk.

    `seq` is the number of the last event so far. `public` and `private` are the events that the
    observation caused. `refused` is the id of the reason if a command was refused, otherwise "".
    `wake_at` is the table time (ms) at which the engine asks to be woken, or None.
    """

    seq: int
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    refused: str = ""
    wake_at: int | None = None


class Runtime:
    """One running table.

    `public`, `private` and `results` are lists of functions to which other modules append their
    own. They are called with the public events, with the private events, and with every observation
    and its result. `moving` maps each zone in which chips are still moving to the time (ms) at
    which the motion began. `untold` is None, or a list that collects results to publish later.
    """

    def __init__(
        self, house: House, table: Table, *, name: str = "table", journal: Journal | None = None
    ) -> None:
        """Begin with `table`, or resume exactly where the journal ends, even during a hand.

        To resume, the journal is replayed from its last snapshot. If a row can't be replayed
        although the house and the software are the same as before, the table continues from the
        snapshot itself. The observations after the snapshot are then left out, and `aside` counts
        them. Raises `JournalDamaged` if the table can't be resumed at all.
        """
        self.house = house
        self.name = name
        self.table = table
        self.journal = journal
        self.seq = 0
        self.aside = 0
        self.wake_at: int | None = None
        self.moving: dict[str, int] = {}
        self.public: list[PublicOutput] = []
        self.private: list[PrivateOutput] = []
        self.results: list[ResultOutput] = []
        self.untold: list[tuple[Observation, StepResult]] | None = None
        if journal is not None:
            self._resume(journal)

    @property
    def at(self) -> int:
        """The table time of the last observation, in ms."""
        return self.table.at

    def observe(self, observation: Observation, mark: AnyMark | None = None) -> StepResult:
        """Process any wake-ups that are due before an observation, then the observation itself.

        `mark` identifies the device event or the request that caused the observation. The mark is
        written to disk together with the observation. The mark of a refused request is not written.

        If an observation's time is before the table's, it is replaced by the table's time. Raises
        `JournalStalled` if the disk accepts no writes. In that case the table is unchanged, nothing
        has been published, and the same observation can be passed again.
        """
        self.wake(observation.at)
        return self._take(observation, mark)

    def wake(self, now: int, told: int = 0) -> None:
        """Wake the engine at each time it asked for, up to table time `now` (ms).

        `told` is the table time (ms) up to which every card read at a seat has been reported. If
        the engine fails, it is not woken again until the next observation. Raises `JournalStalled`
        under the same conditions as `observe`.
        """
        while self.wake_at is not None and self.wake_at <= now:
            due = self.wake_at
            try:
                result = self._take(TimePassed(max(due, self.at), told))
            except JournalError:
                raise
            except Exception as error:  # noqa: BLE001
                # Otherwise a bug here would also keep every later observation from the engine.
                log_bug(f"when it was woken at {due} ms", error)
                self.wake_at = None
                return
            if result.wake_at is not None and result.wake_at <= due:
                log.error("the engine asked to be woken in the past (%d ms): ignored", due)
                self.wake_at = None

    @contextmanager
    def together(self) -> "Iterator[Runtime]":
        """Yield a copy of this table; write all observations passed to it at the end of the block.

        Only then does this table take over the copy's state and publish the events. If the block
        raises an exception, this table is unchanged, and nothing is written.
        """
        ahead = copy.copy(self)
        untold = ahead.untold = []
        with self.journal.together() if self.journal is not None else nullcontext():
            yield ahead
        self.table, self.seq = ahead.table, ahead.seq
        self.wake_at, self.moving = ahead.wake_at, ahead.moving
        for observation, result in untold:
            self._tell(observation, result)

    def state(self, now: int = 0) -> PublicState:
        """Return the public view; its `seq` is the number of the last event.

        Its clocks show the time left at table time `now` (ms), or at the last observation if that
        is later.
        """
        table = self.table
        timed = table.clock is not None or table.level_clock is not None or table.paused
        if now > table.at and timed:
            table = replace(table, at=now)
        return public_state(table, self.house, self.seq, self.name)

    def published(self, now: int = 0) -> PublicState:
        """Return the public view as it is published on the broker.

        It has the epoch and the head of the journal, which identify the journal's contents.
        """
        state = self.state(now)
        if self.journal is None:
            return state
        return replace(state, epoch=self.journal.epoch, head=self.journal.head)

    def forget_cards(self) -> None:
        """Delete the cards of the last hand from the table's state and from its snapshot.

        While a hand is in progress, nothing is deleted. Call this only before the first
        observation, because later observations must build on the new state. Raises
        `JournalStalled`.
        """
        if self.journal is None or not isinstance(self.table.hand.stage, Over):
            return
        table = forget_hand(self.table)
        self.journal.snapshot(pack(Kept(table, self.moving)), self.wake_at)
        self.table = table

    def _take(self, observation: Observation, mark: AnyMark | None = None) -> StepResult:
        if observation.at < self.at:
            observation = replace(observation, at=self.at)
        found = step(self.table, observation, self.house)
        moving = moving_after(self.moving, observation)
        ends = any(isinstance(event, HandEnded | HandVoided) for event in found.public)
        if found.refused and isinstance(mark, Asked):
            mark = None
        if self.journal is None:
            seq = self.seq + len(found.public)
        else:
            seq = self.journal.record(
                observation,
                found.public,
                found.private,
                found.table.hand.number or found.table.played.hands,
                state=pack(Kept(found.table, moving)) if ends else None,
                wake_at=found.wake_at,
                mark=mark,
            )
        self.table, self.seq, self.wake_at = found.table, seq, found.wake_at
        # Only the names of the types are logged: an observation may name a card never shown.
        log.debug(
            "%d ms: %s%s -> %s", observation.at, type(observation).__name__,
            f" refused: {found.refused}" if found.refused else "",
            ", ".join(event.type for event in found.public) or "nothing",
        )  # fmt: skip
        self.moving = moving
        result = StepResult(seq, found.public, found.private, found.refused, found.wake_at)
        if self.untold is None:
            self._tell(observation, result)
        else:
            self.untold.append((observation, result))
        return result

    def _kept(self) -> bytes:
        return pack(Kept(self.table, self.moving))

    def _tell(self, observation: Observation, result: StepResult) -> None:
        # A failing output must not stop the table: what it missed is in the journal.
        for output in self.public if result.public else ():
            try:
                output(result.seq, result.public)
            except Exception:
                log.exception("an output of the public events failed")
        for whisper in self.private if result.private else ():
            _tell("private events", whisper, result.private)
        for told in self.results:
            _tell("results", told, observation, result)

    def _resume(self, journal: Journal) -> None:
        resume = journal.resume()
        scan_ms = self.table.fittings.scan_ms
        if resume.snapshot is None:
            if resume.observations:
                raise JournalDamaged(
                    f"{journal.path}: the initial state of this journal is missing; check it "
                    "with `tapis journal verify`, and start the table with a new journal"
                )
            journal.snapshot(self._kept())
            return
        try:
            kept = unpack(resume.snapshot.state)
        except msgspec.MsgspecError:
            raise self._cannot_go_on(journal, f"the state after row {resume.snapshot.n}") from None
        self.seq = journal.seq
        odd = self._play_again(kept, resume)
        if not odd:
            # The scan periods of the antennas come from the current config.
            fittings = replace(self.table.fittings, scan_ms=scan_ms)
            self.table = replace(self.table, fittings=fittings)
            journal.snapshot(self._kept(), self.wake_at)
            return
        software, _, written_hash = journal.previous
        if (software, written_hash) != (SOFTWARE, house_hash(self.house)):
            raise self._cannot_go_on(journal, f"row {odd}")
        self.table, self.moving = kept.table, kept.moving
        self.wake_at, self.aside = resume.snapshot.wake_at, len(resume.observations)
        log.error(
            "%s: row %d can't be replayed: the table continues from row %d, and the "
            "%d rows after it are left out; count all stacks before the next hand",
            journal.path, odd, resume.snapshot.n, self.aside,
        )  # fmt: skip
        journal.put_aside(resume.snapshot.n, resume.snapshot.state, self.wake_at)

    def _play_again(self, kept: Kept, resume: ResumePoint) -> int:
        """Replay the journal's rows after a snapshot, and take over the resulting table.

        `kept` is the snapshot's contents, and `resume` contains the snapshot and the later rows.
        Return the number of the first row that can't be replayed, or 0 if all could.
        """
        assert resume.snapshot is not None
        self.table, self.moving = kept.table, kept.moving
        self.wake_at = resume.snapshot.wake_at
        n = resume.snapshot.n
        try:
            for n, observation, caused in resume.observations:
                if observation is None:
                    log.error("row %d can't be read, or is missing", n)
                    return n
                found = step(self.table, observation, self.house)
                if not as_told(found.public, caused):
                    return n
                self.table, self.wake_at = found.table, found.wake_at
                self.moving = moving_after(self.moving, observation)
            self._kept()
        except Exception as error:  # noqa: BLE001
            # A bug, or a number too large for a state. Its text is not logged: it might name a
            # card.
            log.error("row %d: %s", n, type(error).__name__)  # noqa: TRY400
            return n
        return 0

    def _cannot_go_on(self, journal: Journal, where: str) -> JournalDamaged:
        software, house, written_hash = journal.previous
        mine = house_hash(self.house)
        if written_hash != mine:
            reason = (
                f"it was played under house {house} ({written_hash}) and this is {self.house.name} "
                f"({mine}); put the old house file back until the hand is over"
            )
        else:
            reason = (
                f"it was written by Tapis {software}; install that version until the hand is over"
            )
        return JournalDamaged(
            f"{journal.path}: the hand in progress can't be resumed ({where} is different when "
            f"replayed): {reason}, or start the table with a new journal"
        )


def log_bug(where: str, error: Exception) -> None:
    """Log that the engine failed; a bug must not end the evening.

    The log has the traceback, but not the error's text, which might name a card.
    """
    trace = "".join(traceback.format_tb(error.__traceback__))
    log.error("the engine failed %s: %s\n%s", where, type(error).__name__, trace)


def _tell(what: str, output: Callable[..., object], *told: object) -> None:
    try:
        output(*told)
    except Exception as error:  # noqa: BLE001
        # Neither its text nor its trace is logged: they might name a card.
        fault = type(error).__name__
        log.error("an output of the %s failed (%s)", what, fault)  # noqa: TRY400


def moving_after(moving: dict[str, int], observation: Observation) -> dict[str, int]:
    """Return the zones where chips are moving after an observation.

    Each zone is mapped to the start of its motion (ms). `moving` contains the zones before the
    observation, in the same form.
    """
    if isinstance(observation, FoundMoved):
        rest = {one.zone for one in observation.news if isinstance(one, ChipsAt)}
        return {zone: since for zone, since in moving.items() if zone not in rest}
    if not isinstance(observation, ChipsAt):
        return moving
    others = {zone: since for zone, since in moving.items() if zone != observation.zone}
    return {**others, observation.zone: observation.since} if observation.provisional else others
