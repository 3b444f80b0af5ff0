"""What the broker still has of this table, held against the journal before anything goes out.

A journal that was put back together with the note of its end knows nothing of what came after; the
broker may.
"""

import logging
from collections.abc import Callable

import msgspec

from controller.contract.observations import JournalCut
from controller.journal import Journal, JournalError
from controller.run.broker import Broker
from hardware.ports import Clock

log = logging.getLogger(__name__)


class _Told(msgspec.Struct, frozen=True):
    """Of a retained state what says how far the journal was; an older controller says less."""

    seq: int
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

    def take(self, payload: bytes) -> None:
        """Take in, in the broker's thread, what it retains."""
        self._found = payload
        self._ring()

    def compare(self, broker: Broker) -> tuple[JournalCut, ...]:
        """Compare what was taken in, and let the broker's connection go on.

        Gives what the table has to be told.
        """
        found, self._found = self._found, None
        if found is None:
            return ()
        begun = False
        try:
            told = msgspec.json.decode(found, type=_Told)
            begun = self._journal.compare(told.seq, told.epoch, told.head)
        except (ValueError, RecursionError):
            log.warning("the state that the broker retains can't be read: it is not compared")
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
