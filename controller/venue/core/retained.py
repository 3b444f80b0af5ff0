"""The retained views, published when they differ from what was published last."""

from collections.abc import Callable

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
from controller.venue.core import views
from controller.venue.core.config import VenueConfig
from controller.venue.core.turn import Core

EVERY = 250
"""Views go out at most every so many ms: what is shown to people need not follow each hand."""

Publish = Callable[[str, bytes], None]


class Retained:
    """What was published last, by topic."""

    def __init__(self, core: Core, config: VenueConfig, session: str) -> None:
        """Publish the views of `core`; `session` is this start of it."""
        self._core = core
        self._config = config
        self._session = session
        self._last: dict[str, msgspec.Struct] = {}
        self._began: dict[str, int] = {}
        self._due = 0

    def status(self, word: str) -> tuple[str, bytes]:
        """Return topic and payload of birth (`online`) or will (`offline`)."""
        told = Status(word, self._session, VENUE, SOFTWARE)  # type: ignore[arg-type]
        return venue_topics(self._config.root).status, msgspec.json.encode(told)

    def again(self) -> None:
        """Publish everything: the broker may have lost it."""
        self._last.clear()
        self._due = 0

    def wait(self, now: int) -> int:
        """Return in how many ms views may go out."""
        return max(0, self._due - now)

    def publish(
        self, now: int, publish: Publish, health: VenueHealth, waiting: Callable[[int], int]
    ) -> None:
        """Publish what has changed. `now` in ms of any clock that does not go back."""
        if now < self._due:
            return
        self._due = now + EVERY
        root, core = self._config.root, self._core
        topics = venue_topics(root)
        found: dict[str, msgspec.Struct] = {
            topics.state: views.venue_state(core, self._config, waiting),
            topics.health: health,
        }
        evening = core.evening
        if evening is not None:
            wall = core.time.wall()
            at = max(core.time.now(), core.head.at)
            shown = core.shown_as
            notices = views.notices_view(evening, wall, shown)
            of_it: dict[str, msgspec.Struct] = {
                "clock": views.clock_view(evening, at, wall),
                "structure": views.structure_view(evening),
                "seats": views.seats_view(evening, shown),
                "places": views.places_view(evening, shown),
                "notices": self._since(notices),
            }
            found |= {view_topic(root, evening.id, name): view for name, view in of_it.items()}
        for topic, view in found.items():
            if not views.same(self._last.get(topic), view):
                self._last[topic] = view
                publish(topic, msgspec.json.encode(view))

    def _since(self, view: NoticesView) -> NoticesView:
        """Return notices each with the time since which it holds, the newest first."""
        began = {line.id: self._began.get(line.id, line.at) for line in view.notices}
        self._began = began
        lines: list[NoticeLine] = [
            msgspec.structs.replace(line, at=began[line.id]) for line in view.notices
        ]
        lines.sort(key=lambda line: -line.at)
        return msgspec.structs.replace(view, notices=tuple(lines))
