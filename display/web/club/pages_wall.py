"""The club's wall: its files, and a preview of the layout."""

from starlette.requests import Request
from starlette.responses import Response

from display.web.answers import problem
from display.web.live.hall import now_ms
from display.web.screens.pages_clock import tv_live
from display.web.site import Site
from display.words.names import N_


async def wall_file(request: Request) -> Response:
    """Return a file of the wall; its address contains a hash of its content."""
    site: Site = request.app.state.site
    kept = site.wall.files.get(request.path_params["name"])
    if kept is None:
        return problem(request, 404, N_("There is nothing at this address."))
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return Response(kept.content, media_type=kept.kind, headers=headers)


async def preview(request: Request) -> Response:
    """Show the club's files for its wall, and the television as it is now."""
    site: Site = request.app.state.site
    live = tv_live(site, request.state.language, now_ms(), preview=True)
    return site.page(request, "wall.html", live=live, wall=site.wall)
