"""Orders for tables, sent to each table one at a time and repeated until answered."""

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from controller.contract.commands import Request
from controller.contract.public import Topics
from controller.venue.core.config import VenueConfig
from controller.venue.store.outbox import Order

AGAIN_AFTER = 3_000
"""The time, in ms, after which an unanswered order is sent again."""

BUSY_AFTER = 250
LATER = frozenset({"too-many", "standing-still", "hand-running"})
"""The reasons for which a table refuses an order only temporarily; such an order is sent again
soon."""

Publish = Callable[[str, bytes], None]


class Sending:
    """Sends each table its orders one at a time, in order, and repeats each until answered."""

    def __init__(
        self, config: VenueConfig, token: str, wire: Callable[[str], str],
        shown_as: Callable[[str], str],
    ) -> None:  # fmt: skip
        """Prepare to send orders, authorised by `token`.

        `wire` returns the id that tables use for an order, and `shown_as` a player's public name.
        """
        self._config = config
        self.token = token
        self._wire = wire
        self._shown_as = shown_as
        self._queues: dict[int, deque[Order]] = {}
        self._due: dict[int, int] = {}

    def add(self, orders: Iterable[Order]) -> None:
        """Queue orders for sending."""
        for one in orders:
            self._queues.setdefault(one.table, deque()).append(one)

    def waiting(self, table: int) -> int:
        """Return the number of orders that a table has not answered yet."""
        return len(self._queues.get(table, ()))

    @property
    def all_waiting(self) -> int:
        """Return the number of unanswered orders at all tables."""
        return sum(map(len, self._queues.values()))

    def find(self, order: str, table: int) -> Order | None:
        """Return a table's unanswered order with this id, or None if there is none."""
        return next((one for one in self._queues.get(table, ()) if one.id == order), None)

    def answered(self, order: str, table: int) -> None:
        """Remove an answered order, and move on to the table's next one."""
        queue = self._queues.get(table)
        if queue and queue[0].id == order:
            queue.popleft()
            self._due.pop(table, None)
            if not queue:
                del self._queues[table]

    def later(self, table: int, now: int) -> None:
        """Send a table's current order again after a short delay."""
        self._due[table] = now + BUSY_AFTER

    def again(self) -> None:
        """Mark all unanswered orders as due to be sent again, because the connection is new."""
        self._due.clear()

    def send(self, now: int, ready: Callable[[int], bool], publish: Publish) -> None:
        """Publish the current order of each table that is `ready`, unless it was sent a moment ago.

        Each order is published repeatedly until its table answers it.
        """
        for table, queue in self._queues.items():
            if queue and now >= self._due.get(table, 0) and ready(table):
                self._due[table] = now + AGAIN_AFTER
                publish(*self._message(queue[0]))

    def _message(self, order: Order) -> tuple[str, bytes]:
        data = order.data
        if order.command == "sit-down":
            data = {**data, "name": self._shown_as(data["player"])}
        request = Request(self._wire(order.id), by="venue", token=self.token, data=data)
        topics = Topics(f"{self._config.root}/{self._config.table_name(order.table)}")
        return topics.command(order.command), msgspec.json.encode(request)
