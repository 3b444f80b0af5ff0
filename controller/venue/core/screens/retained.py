"""The retained views, each published only when it differs from the last published version."""

import time
from collections.abc import Callable, Container

import msgspec

from controller.contract.topics import Status
from controller.contract.venue.views import (
    VENUE,
    NoticeLine,
    NoticesView,
    VenueHealth,
    venue_topics,
    view_topic,
)
from controller.journal.session import SOFTWARE
from controller.venue.core.config import VenueConfig
from controller.venue.core.screens import views
from controller.venue.core.screens.waiting_view import list_view
from controller.venue.core.take_input import Core, Evening

EVERY = 250
"""The minimum interval, in ms, between two versions of a view. It is short enough for screens
that people watch."""

COST = 50
"""The CPU budget for each view: at most 1/`COST` of one processor's time."""

BYTES_A_MS = 250
"""The bandwidth budget for each view, in bytes per ms. It is limited, because every subscriber
receives the whole view each time."""

SOON = 1_000
"""The maximum delay, in ms, before the effect of a person's action is published, because people
wait for it. It applies even to the largest views."""

Publish = Callable[[str, bytes], None]
Make = Callable[[], msgspec.Struct]


class Retained:
    """Publishes a room's views, and remembers the last version of each by topic."""

    def __init__(
        self, core: Core, config: VenueConfig, session: str, twice: Callable[[int], Container[int]]
    ) -> None:
        """Prepare to publish the views of `core`; `session` identifies this start of the process.

        `twice` takes the wall time (ms), and returns the tables whose name two machines are using.
        """
        self._core = core
        self._twice = twice
        self._config = config
        self._session = session
        self._seats = views.SeatLines()
        self._last: dict[str, msgspec.Struct] = {}
        self._began: dict[str, int] = {}
        self._due: dict[str, int] = {}
        self._went: dict[str, int] = {}
        self._of_row: dict[str, int] = {}

    def status(self, word: str) -> tuple[str, bytes]:
        """Return the topic and payload of a status message; `word` is `online` or `offline`.

        The broker publishes the `offline` message as a last will, if the connection is lost.
        """
        told = Status(word, self._session, VENUE, SOFTWARE)  # type: ignore[arg-type]
        return venue_topics(self._config.root).status, msgspec.json.encode(told)

    def again(self) -> None:
        """Publish everything again, because the broker may have lost it."""
        self._last.clear()
        self._due.clear()

    def hurry(self) -> None:
        """Make all views due soon, even the large ones that are otherwise published rarely.

        Call this when somebody has just acted, because people wait for the effect.
        """
        for topic, went in self._went.items():
            if topic in self._due:
                self._due[topic] = min(self._due[topic], went + SOON)

    def wait(self, now: int) -> int:
        """Return how many ms remain until the next view may be published."""
        return max(0, min(self._due.values(), default=0) - now)

    def publish(
        self, now: int, publish: Publish, health: Callable[[], VenueHealth],
        waiting: Callable[[int], int],
    ) -> None:  # fmt: skip
        """Publish the views that are due and have changed.

        `now` is in ms, from any monotonic clock. `publish` sends a payload to a topic. `health`
        returns the state of the room's process, and `waiting` the number of orders that a table has
        not answered.
        """
        if self.wait(now):
            return
        root, core = self._config.root, self._core
        topics = venue_topics(root)
        makers: dict[str, Make] = {topics.health: health}
        if core.evening is not None:
            of_it = self._of(core.evening)
            makers |= {view_topic(root, core.evening.id, name): of_it[name] for name in of_it}
        others = tuple(makers)
        # Last, so that a reader who sees a log row there already has the other views of it.
        makers[topics.state] = lambda: views.venue_state(
            core, self._config, waiting, min(self._of_row[topic] for topic in others)
        )
        self._due = {topic: self._due.get(topic, 0) for topic in makers}
        for topic, make in makers.items():
            if self._due[topic] > now:
                continue
            began = time.perf_counter()
            self._went[topic], self._of_row[topic] = now, core.head.n
            view, length = make(), 0
            if not views.same(self._last.get(topic), view):
                self._last[topic] = view
                told = msgspec.json.encode(view)
                publish(topic, told)
                length = len(told)
            cost = int((time.perf_counter() - began) * 1000)
            self._due[topic] = now + max(EVERY, COST * cost, length // BYTES_A_MS)

    def _of(self, evening: Evening) -> dict[str, Make]:
        """Return, by view name, the functions that make the views of a tournament."""
        core, shown = self._core, self._core.shown_as
        wall = core.time.wall()
        at = max(core.time.now(), core.head.at)
        return {
            "clock": lambda: views.clock_view(evening, at, wall),
            "structure": lambda: views.structure_view(evening),
            "posting": lambda: views.posting_view(evening),
            "seats": lambda: self._seats.view(evening, shown),
            "places": lambda: views.places_view(evening, shown),
            **(
                {"waiting": lambda: list_view(evening, at, wall, shown)}
                if evening.rules.cash is not None
                else {}
            ),
            "notices": lambda: self._since(
                views.notices_view(evening, wall, shown, self._twice(wall))
            ),
        }

    def _since(self, view: NoticesView) -> NoticesView:
        """Return the notices newest first, each with the time at which it first applied."""
        began = {line.id: self._began.get(line.id, line.at) for line in view.notices}
        self._began = began
        lines: list[NoticeLine] = [
            msgspec.structs.replace(line, at=began[line.id]) for line in view.notices
        ]
        lines.sort(key=lambda line: -line.at)
        return msgspec.structs.replace(view, notices=tuple(lines))
