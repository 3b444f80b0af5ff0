"""Compares the journal with the state that the broker retains, before anything is sent.

A journal that was restored from a backup may lack events that the broker has already published.
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
"""The time in ms after which the comparison is repeated if the disk accepted no writes."""


class _Told(msgspec.Struct, frozen=True):
    """The fields of a retained state that identify the journal's contents.

    Older versions do not fill `epoch` and `head`.
    """

    seq: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    epoch: str = ""
    head: str = ""


class Retained:
    """The last state of this table from an earlier run, as retained by the broker.

    It arrives in the broker's thread. The table's thread compares it with the journal.
    """

    def __init__(self, journal: Journal, clock: Clock, ring: Callable[[], None]) -> None:
        """Prepare to compare the retained state with `journal`; `ring` wakes the table's loop."""
        self._journal = journal
        self._clock = clock
        self._ring = ring
        self._found: bytes | None = None
        self._again_at = 0

    def take(self, payload: bytes) -> None:
        """Store the retained state for `compare`; called in the broker's thread."""
        self._found = payload
        self._ring()

    def compare(self, broker: Broker) -> tuple[JournalCut, ...]:
        """Compare the journal with the retained state, then allow `broker` to send messages.

        Until that state has arrived, do nothing and return (). If the journal lacks events, begin a
        new epoch, and return a tuple with one observation that reports it. Otherwise, return (). If
        the epoch can't be written to disk yet, nothing is sent, and a later call tries again.
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
        """Return a tuple with one observation, which reports that the current epoch has begun.

        Return () if that has already been published.
        """
        epoch = self._journal.untold()
        if epoch is None:
            return ()
        return (JournalCut(self._clock(), epoch.after, epoch.lost, epoch.reason),)  # type: ignore[arg-type]
