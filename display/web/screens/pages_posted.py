"""The page of documents that must be posted before the start, in each official language."""

from starlette.requests import Request
from starlette.responses import Response

from display.web.live.hall import now_ms
from display.web.screens.pages_room import clock_known
from display.web.site import Site
from display.words.locale import languages as spoken


async def posted(request: Request) -> Response:
    """Show the rules, levels, prizes, breaking order and clock, for printing or a wall screen."""
    site: Site = request.app.state.site
    evening = site.room.evening
    view = evening.posting
    languages = view.languages if view is not None and view.languages else (request.state.language,)
    known = clock_known(evening.clock, now_ms()) | {"posting": view, "structure": evening.structure}
    # If a document's language has no texts, the words around it are in the page's own language.
    parts = []
    for one in languages:
        among = one if one in spoken() else request.state.language
        parts.append((one, site.fragment("parts/_posted.html", among, posted_in=one, **known)))
    return site.page(request, "screens/posted.html", parts=parts)
