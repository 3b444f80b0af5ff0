"""Resends old public events on request, in small batches after all live messages.

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
from controller.run.messages.askers import Asker
from controller.run.messages.journal_outbox import JournalOutbox
from hardware.node.rate_limits import Bucket

SLICE: Final = 10
"""The number of events sent at a time."""

EVERY: Final = 10
"""The minimum interval in ms between batches, which allows a thousand events a second."""

MOST_EVENTS: Final = 5_000
"""The maximum number of events that a requester may ask for at once."""

REFILL: Final = 200
"""The rate at which the budget refills, in events per second."""

LEAST: Final = 50
"""The minimum cost of a request, in events, even if it asks for fewer."""

MOST_WAITING: Final = 3
"""The maximum number of waiting requests per requester."""

MOST_ASKERS: Final = 64
"""The maximum number of requesters to remember.

Beyond that, the longest inactive requester is forgotten, along with its waiting requests.
"""

TOO_MUCH: Final = "too many requests at once; try again in {} s"


class _Job(msgspec.Struct):
    """A request in progress.

    `asker` is its sender, and `id` its id. `at` is the seq of the last event sent so far, and `end`
    the seq of the last event to send.
    """

    asker: Asker
    id: str
    at: int
    end: int


class _User:
    def __init__(self, now: int) -> None:
        self.budget = Bucket(REFILL, MOST_EVENTS, now)
        self.jobs: deque[_Job] = deque()


class Replays:
    """The requests for old events that are not yet complete."""

    def __init__(self, outbox: JournalOutbox) -> None:
        """Start with no requests; the events are taken from `outbox`."""
        self._outbox = outbox
        self._users: OrderedDict[str, _User] = OrderedDict()
        self._next_at = 0

    def ask(self, asker: Asker, ident: str, after: int, limit: int, now: int) -> str:
        """Accept a request and return "", or return the reason for refusing it.

        The request asks for up to `limit` events after the seq `after`. `ident` is its id. `now` is
        in ms.
        """
        user = self._users.setdefault(asker.user, _User(now))
        self._users.move_to_end(asker.user)
        last = min(self._outbox.committed, after + limit)
        cost = max(last - after, LEAST)
        if len(user.jobs) >= MOST_WAITING:
            return TOO_MUCH.format(1)
        if not user.budget.take(now, cost):
            return TOO_MUCH.format(1 + cost // REFILL)
        user.jobs.append(_Job(asker, ident, after, max(last, after)))
        while len(self._users) > MOST_ASKERS:
            self._users.popitem(last=False)
        return ""

    def forget(self) -> None:
        """Drop all requests; their senders must ask again."""
        for user in self._users.values():
            user.jobs.clear()

    def wait(self, now: int) -> float | None:
        """Return how many seconds to wait before calling `given`, or None if no request is pending.

        `now` is in ms.
        """
        if not any(user.jobs for user in self._users.values()):
            return None
        return max(self._next_at - now, 0) / 1000

    def given(self, most: int, now: int) -> tuple[str, Sequence[Envelope], Reply | None, Asker]:
        """Take the next batch of a request, with at most `most` events.

        Return the request's id, the events, the reply to send after them, and the request's sender.
        The reply is None while events of the request remain to be sent. The requesters take turns.
        Call this only when `wait` returns 0. `now` is in ms.
        """
        self._next_at = now + EVERY
        name, user = next((n, u) for n, u in self._users.items() if u.jobs)
        self._users.move_to_end(name)
        job = user.jobs[0]
        most = min(SLICE, most, job.end - job.at)
        try:
            events = list(self._outbox.events(job.at, most)) if most else []
        except JournalError as error:
            user.jobs.popleft()
            return job.id, (), Reply(job.id, ok=False, error=str(error)), job.asker
        job.at = events[-1].seq if events else job.end
        if job.at < job.end:
            return job.id, events, None, job.asker
        user.jobs.popleft()
        return job.id, events, Reply(job.id, ok=True, seq=job.at), job.asker
