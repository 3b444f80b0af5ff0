"""The journal as the source of the events that the broker must receive.

Events on disk are sent, and marked once the broker has confirmed them. After an outage or a
restart, they are read from disk again.
"""

from collections.abc import Iterator

from controller.contract.public import Envelope
from controller.journal import Journal, JournalReader


class JournalOutbox:
    """A journal as an `Outbox`, with its own connection for reading."""

    def __init__(self, journal: Journal, reader: JournalReader) -> None:
        """Read with `reader`, which no other object may use; write to `journal`."""
        self._journal = journal
        self._reader = reader

    @property
    def committed(self) -> int:
        """The seq of the last event on disk."""
        return self._journal.seq

    @property
    def confirmed(self) -> int:
        """The seq of the last event that the broker is known to have."""
        return self._journal.acknowledged

    def confirm(self, seq: int) -> None:
        """Record that the broker has everything up to `seq`."""
        self._journal.acknowledge(seq)

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return up to `limit` events after seq `after`, in order. Raises `JournalError`.

        The newest events come from memory, not from disk.
        """
        newest = self._journal.newest
        if newest and newest[0].seq == after + 1 and len(newest) <= limit:
            return iter(newest)
        return self._reader.events(after, limit)
