"""Compares the broker's retained state for a table with the journal before anything is sent.

A journal restored from a backup lacks later events, but the broker may have them.
"""

import logging
from collections.abc import Callable
from typing import Annotated, Final

import msgspec

from controller.contract.observations import JournalCut
from controller.journal import Journal, JournalError, JournalStalled
from controller.run.messages.broker import Broker
from hardware.ports import Clock

log = logging.getLogger(__name__)

AGAIN: Final = 1_000
"""The time in ms after which a disk that refused a new epoch is tried again."""


class _Told(msgspec.Struct, frozen=True):
    """The fields of a retained state that locate the journal; older controllers fill fewer."""

    seq: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    epoch: str = ""
    head: str = ""


class Retained:
    """The state that the broker retains for this table, passed from its thread to the table's."""

    def __init__(self, journal: Journal, clock: Clock, ring: Callable[[], None]) -> None:
        """Compare with `journal`; `ring` wakes the table's loop."""
        self._journal = journal
        self._clock = clock
        self._ring = ring
        self._found: bytes | None = None
        self._again_at = 0

    def take(self, payload: bytes) -> None:
        """Store the retained state; called in the broker's thread."""
        self._found = payload
        self._ring()

    def compare(self, broker: Broker) -> tuple[JournalCut, ...]:
        """Compare the retained state with the journal, then let the broker connection continue.

        Returns the observations for the table. Nothing is sent in an epoch that has not been
        written to disk; if writing it fails, the comparison is repeated later.
        """
        found = self._found
        if found is None or self._clock() < self._again_at:
            return ()
        self._found = None
        begun = False
        try:
            told = msgspec.json.decode(found, type=_Told)
            begun = self._journal.compare(told.seq, told.epoch, told.head)
        except (ValueError, RecursionError):
            log.warning("the state that the broker retains can't be read: it is not compared")
        except JournalStalled as stall:
            if not self._again_at:
                log.warning("what the broker retains is not compared yet: %s", stall)
            self._found, self._again_at = found, self._clock() + AGAIN
            return ()
        except JournalError as error:
            log.warning("what the broker retains is not compared: %s", error)
        broker.go_on(self._journal.epoch if begun else "")
        return self.untold() if begun else ()

    def untold(self) -> tuple[JournalCut, ...]:
        """Return the notice of a new epoch, unless it has already been published."""
        epoch = self._journal.untold()
        if epoch is None:
            return ()
        return (JournalCut(self._clock(), epoch.after, epoch.lost, epoch.reason),)  # type: ignore[arg-type]
