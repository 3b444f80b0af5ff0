"""A table picture for video streams, with a transparent background.

The streamer chooses how long the picture is delayed.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, Final

from sse_starlette.sse import EventSourceResponse
from starlette.responses import Response

from controller.contract.public import PublicState
from display.feed import same_picture
from display.web.live.push_changes import packed
from display.web.pictures.felt import felt
from display.web.site import SEND_S, BaseSite, BaseVisit, Visit
from display.web.typed import number_in
from display.words.names import words

MOST_S: Final = 3600
"""The longest delay of a picture, in seconds: one hour."""

LOOK_S: Final = 0.5
"""Seconds between checks of the table."""


def delay_of(request: BaseVisit[Any]) -> int:
    """Return the delay that a request asks for, from 0 to `MOST_S` seconds.

    It is 0 if the request contains no number.
    """
    return min(MOST_S, number_in(request.query_params.get("delay", "")[:6], 0))


async def overlay(request: Visit) -> Response:
    """Show a table on a transparent background."""
    name = request.path_params["table"]
    return request.page("tables/overlay.html", name=name, delay=delay_of(request))


async def overlay_stream(request: BaseVisit[Any]) -> Response:
    """Push a table's delayed pictures; the status is 503 if there are too many viewers."""
    site = request.site
    if site.streams.viewers >= request.most_streams:
        return Response("too many", 503, {"Retry-After": "30"})
    late = delayed(site, request.path_params["table"], delay_of(request), request.said.language)
    return EventSourceResponse(late, send_timeout=SEND_S)


async def delayed(site: BaseSite, name: str, delay: float, language: str) -> AsyncIterator[bytes]:
    """Yield a table's pictures as server-sent events, each `delay` seconds late.

    At most two states per second are buffered.
    """
    waiting: deque[tuple[float, PublicState]] = deque(maxlen=int(delay / LOOK_S) + 2)
    seen: PublicState | None = None
    number = 0
    site.streams.viewers += 1
    try:
        while True:
            now = time.monotonic()
            table = site.hall.table(name)
            state = table.view.state if table is not None else None
            if state is not None and not same_picture(state, seen):
                seen = state
                waiting.append((now + delay, state))
            due = None
            while waiting and waiting[0][0] <= now:
                due = waiting.popleft()[1]
            if due is not None:
                number += 1
                yield packed(felt(due, words(language)), number)
            await asyncio.sleep(LOOK_S)
    finally:
        site.streams.viewers -= 1
