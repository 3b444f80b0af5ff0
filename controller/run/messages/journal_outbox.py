"""The journal as the broker's outbox: committed events are sent, then marked once confirmed.

After an outage or a restart, events are read from disk again.
"""

from collections.abc import Iterator
from typing import Protocol

from controller.contract.public import Envelope
from controller.journal import Journal, JournalReader


class Outbox(Protocol):
    """A source of committed events that records how far the broker has confirmed them."""

    @property
    def committed(self) -> int:
        """The number of the last event on disk."""
        ...

    @property
    def confirmed(self) -> int:
        """The number of the last event known to have reached the broker."""
        ...

    def confirm(self, seq: int) -> None:
        """Record that the broker has everything up to `seq`."""
        ...

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return up to `limit` events after seq `after`, in order."""
        ...


class JournalOutbox:
    """A journal as an outbox, read through a connection of the broker's own."""

    def __init__(self, journal: Journal, reader: JournalReader) -> None:
        """Read with `reader`, which only this object uses; record in `journal`."""
        self._journal = journal
        self._reader = reader

    @property
    def committed(self) -> int:
        """The number of the last event on disk."""
        return self._journal.seq

    @property
    def confirmed(self) -> int:
        """The number of the last event known to have reached the broker."""
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
