"""Sends old public events again on request, in small portions after all live messages.

Each requester has a separate budget. A requester that never stops asking therefore does not delay
the others, and costs the table no more than any other requester.
"""

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.contract.commands import Reply
from controller.contract.public import Envelope
from controller.journal import JournalError
from controller.run.messages.journal_outbox import Outbox
from hardware.node.rate_limits import Bucket

SLICE: Final = 10
"""The number of events sent at a time."""

EVERY: Final = 10
"""The minimum interval in ms between two portions, which allows a thousand events a second."""

MOST_EVENTS: Final = 5_000
"""The maximum number of events that a requester may ask for at once."""

REFILL: Final = 200
"""The number of events per second by which the budget refills."""

LEAST: Final = 50
"""The minimum cost of a request, in events, even if it asks for fewer."""

MOST_WAITING: Final = 3
"""The maximum number of waiting requests of one requester."""

MOST_ASKERS: Final = 64
"""The maximum number of requesters to remember.

Beyond it, the one that has been inactive longest is forgotten, with its waiting requests.
"""

TOO_MUCH: Final = "too many requests at once; try again in {} s"


class _Job(msgspec.Struct):
    """A request in progress.

    `id` is the request's id. `at` is the seq of the last event sent so far, and `end` the seq of
    the last event to send.
    """

    id: str
    at: int
    end: int


class _Asker:
    def __init__(self, now: int) -> None:
        self.budget = Bucket(REFILL, MOST_EVENTS, now)
        self.jobs: deque[_Job] = deque()


class Replays:
    """The requests for old events that are not yet complete."""

    def __init__(self, outbox: Outbox) -> None:
        """Send events from `outbox`."""
        self._outbox = outbox
        self._askers: OrderedDict[str, _Asker] = OrderedDict()
        self._next_at = 0

    def ask(self, user: str, ident: str, after: int, limit: int, now: int) -> str:
        """Accept a user's request, and return ""; or return the reason for refusing it.

        The request asks for up to `limit` events after the seq `after`. `ident` is its id. `now` is
        in ms.
        """
        asker = self._askers.setdefault(user, _Asker(now))
        self._askers.move_to_end(user)
        last = min(self._outbox.committed, after + limit)
        cost = max(last - after, LEAST)
        if len(asker.jobs) >= MOST_WAITING:
            return TOO_MUCH.format(1)
        if not asker.budget.take(now, cost):
            return TOO_MUCH.format(1 + cost // REFILL)
        asker.jobs.append(_Job(ident, after, max(last, after)))
        while len(self._askers) > MOST_ASKERS:
            self._askers.popitem(last=False)
        return ""

    def forget(self) -> None:
        """Drop all requests; their senders have to ask again."""
        for asker in self._askers.values():
            asker.jobs.clear()

    def wait(self, now: int) -> float | None:
        """Return how many seconds to wait before calling `given`, or None if no request is pending.

        `now` is in ms.
        """
        if not any(asker.jobs for asker in self._askers.values()):
            return None
        return max(self._next_at - now, 0) / 1000

    def given(self, most: int, now: int) -> tuple[str, Sequence[Envelope], Reply | None]:
        """Take the next portion of a request, with at most `most` events.

        Return the request's id, the events, and the reply to send after them. The reply is None
        while events of the request remain to be sent. The requesters take turns. Call this only
        when `wait` returns 0. `now` is in ms.
        """
        self._next_at = now + EVERY
        user, asker = next((u, a) for u, a in self._askers.items() if a.jobs)
        self._askers.move_to_end(user)
        job = asker.jobs[0]
        most = min(SLICE, most, job.end - job.at)
        try:
            events = list(self._outbox.events(job.at, most)) if most else []
        except JournalError as error:
            asker.jobs.popleft()
            return job.id, (), Reply(job.id, ok=False, error=str(error))
        job.at = events[-1].seq if events else job.end
        if job.at < job.end:
            return job.id, events, None
        asker.jobs.popleft()
        return job.id, events, Reply(job.id, ok=True, seq=job.at)
