"""What the broker still has of this table, held against the journal before anything goes out.

A journal that was put back together with the note of its end knows nothing of what came after; the
broker may.
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
"""A disk that did not take a new epoch is tried again after so many ms."""


class _Told(msgspec.Struct, frozen=True):
    """Of a retained state what says how far the journal was; an older controller says less."""

    seq: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    epoch: str = ""
    head: str = ""


class Retained:
    """The retained state on its way from the broker's thread to the table's."""

    def __init__(self, journal: Journal, clock: Clock, ring: Callable[[], None]) -> None:
        """Compare with `journal`; `ring` wakes the table's loop."""
        self._journal = journal
        self._clock = clock
        self._ring = ring
        self._found: bytes | None = None
        self._again_at = 0

    def take(self, payload: bytes) -> None:
        """Take in, in the broker's thread, what it retains."""
        self._found = payload
        self._ring()

    def compare(self, broker: Broker) -> tuple[JournalCut, ...]:
        """Compare what was taken in, and let the broker's connection go on.

        Gives what the table has to be told. Nothing goes out in an epoch that the disk has not
        taken: it is compared again.
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
        """Return that numbering has begun anew, unless that has been told."""
        epoch = self._journal.untold()
        if epoch is None:
            return ()
        return (JournalCut(self._clock(), epoch.after, epoch.lost, epoch.reason),)  # type: ignore[arg-type]
