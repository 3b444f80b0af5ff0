"""Public events that somebody has asked for again: given in slices, behind all that is live.

Whoever asks has a budget of their own, so that one who asks without end keeps nobody else waiting,
and costs the table no more than anybody.
"""

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.contract.commands import Reply
from controller.contract.public import Envelope
from controller.journal import JournalError
from controller.run.messages.outbox import Outbox
from hardware.node.share import Bucket

SLICE: Final = 10
"""So many events are given at a time."""

EVERY: Final = 10
"""A slice is given every so many ms at most: a thousand events a second."""

MOST_EVENTS: Final = 5_000
"""So many events somebody may ask for at once."""

REFILL: Final = 200
"""So many more a second."""

LEAST: Final = 50
"""A request counts as so many events at least."""

MOST_WAITING: Final = 3
"""So many requests of somebody may wait."""

MOST_ASKERS: Final = 64
"""Of so many a budget is kept; the one who has not asked for longest begins anew."""

TOO_MUCH: Final = "too much is asked for at once; ask again in {} s"


class _Job(msgspec.Struct):
    """A request under way: its id, the seq of the last event given, and of the last to be given."""

    id: str
    at: int
    end: int


class _Asker:
    def __init__(self, now: int) -> None:
        self.budget = Bucket(REFILL, MOST_EVENTS, now)
        self.jobs: deque[_Job] = deque()


class Replays:
    """What was asked for again and has not been given yet."""

    def __init__(self, outbox: Outbox) -> None:
        """Give what `outbox` holds."""
        self._outbox = outbox
        self._askers: OrderedDict[str, _Asker] = OrderedDict()
        self._next_at = 0

    def ask(self, user: str, ident: str, after: int, limit: int, now: int) -> str:
        """Take a request of somebody for the events behind `after`; give why not, "" when it is.

        `now` is in ms.
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
        """Give nothing more of what was asked for so far."""
        for asker in self._askers.values():
            asker.jobs.clear()

    def wait(self, now: int) -> float | None:
        """Return in how many seconds a slice may be given; None when nobody waits for one."""
        if not any(asker.jobs for asker in self._askers.values()):
            return None
        return max(self._next_at - now, 0) / 1000

    def given(self, most: int, now: int) -> tuple[str, Sequence[Envelope], Reply | None]:
        """Return the id of a request, the next of its events, and its reply behind the last.

        At most so many events. The askers have their turns one after the other. Only when `wait`
        gives 0.
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
