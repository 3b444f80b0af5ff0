"""The room clock for a wall or a television (`?tv=1`), and its operator's buttons."""

from datetime import UTC, datetime
from typing import Any, Final

from starlette.responses import Response

from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.views import ClockView, RoomPhase
from display.web.club.wall_folder import ORDER, Wall
from display.web.club.wall_folder import shown as winner_of
from display.web.live.room import RoomSeen, topic_of
from display.web.screens.pages_room import clock_at, pushed, shown
from display.web.site import WALL, Site, Visit
from display.words.names import N_, words
from display.words.venue.evening import PAUSE

UNDONE: Final[dict[ClockChange, str]] = {
    "hold": N_("Undo: the clock was stopped"),
    "release": N_("Undo: the clock was restarted"),
    "jump": N_("Undo: the level was changed"),
    "longer": N_("Undo: one minute added"),
    "shorter": N_("Undo: one minute removed"),
}
"""The text of the button that undoes the clock's last change, by kind of change."""

TOPICS: Final = tuple(map(topic_of, ("clock", "notices", "waiting", "structure")))


def clock_live(site: Site, language: str, now: int) -> str:
    """Return the room clock's HTML at `now` (ms since 1970) or, if 0, at its last message."""
    made = site.fragment("parts/_clock.html", language, **clock_at(site, words(language), now))
    return made + site.fragment("parts/_sounds.html", language, wall=site.wall)


def tv_live(site: Site, language: str, now: int) -> str:
    """Return the clock for a television as HTML, with the prizes and the club's own panels.

    The times shown are those at `now` (ms since 1970) or, if 0, at the clock's last message.
    """
    made = wall_live(site, language, now, site.wall)
    return made + site.fragment("parts/_sounds.html", language, wall=site.wall)


def wall_live(site: Site, language: str, now: int, wall: Wall, *, preview: bool = False) -> str:
    """Return the clock for a television as HTML, with the panels of the club's wall `wall`.

    The times shown are those at `now` (ms since 1970) or, if 0, at the clock's last message.
    If `preview` is true, the sponsors are always shown.
    """
    known = clock_at(site, words(language), now)
    ended = known["view"] is not None and known["view"].phase is RoomPhase.ENDED
    winner, photo = winner_of(wall, site.room.evening.places) if ended else ("", "")
    return site.fragment(
        "screens/_tv.html", language, **known, **_tv_known(site.room, known), wall=wall,
        plain_order=ORDER, winner=winner, photo=photo, preview=preview,
    )  # fmt: skip


def _tv_known(room: RoomSeen, known: dict[str, Any]) -> dict[str, Any]:
    view: ClockView | None = known["view"]
    posting = room.evening.posting
    running = view is not None and view.running
    return {
        "break_at": _time_of(known["break_ends"]) if running else "",
        "entries_at": _time_of(known["entries_end"]) if running else "",
        "pool": posting.pool if posting is not None else 0,
        "paid": len(posting.shares) if posting is not None else 0,
    }


def _time_of(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC).astimezone():%H:%M}" if ms else ""


def keys_live(site: Site, language: str, _now: int) -> str:
    """Return the HTML of the clock operator's buttons that can be used now."""
    view = site.room.evening.clock
    last = len(structure.levels) - 1 if (structure := site.room.evening.structure) else 0
    return site.fragment(
        "parts/_clock_keys.html", language,
        view=view if site.room.evening.running and not site.room.evening.cash else None,
        last=last, pause=PAUSE, undone=UNDONE,
    )  # fmt: skip


async def clock(request: Visit) -> Response:
    """Show the room clock; with `?tv=1`, use the television layout without a menu or buttons."""
    if request.query_params.get("tv"):
        return shown(request, "screens/tv.html", tv_live)
    keys = keys_live(request.site, request.state.language, 0)
    return shown(request, "screens/clock.html", clock_live, keys=keys)


clock_stream = pushed("clock", clock_live, *TOPICS, WALL)
tv_stream = pushed("clock-tv", tv_live, *TOPICS, topic_of("posting"), topic_of("places"), WALL)
keys_stream = pushed("clock-keys", keys_live, *TOPICS)
