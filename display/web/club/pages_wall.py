"""The club's wall screens: serve their files, preview them, and publish changes on all of them."""

import asyncio

from starlette.responses import Response

from controller.contract.errors import in_words
from display.web.answers import Told, back_with, problem
from display.web.club.wall_folder import BadWall, load_wall
from display.web.live.hall import now_ms
from display.web.pages import KEPT
from display.web.screens.pages_clock import wall_live
from display.web.site import Site, Visit
from display.web.typed import form_of
from display.words.names import N_


async def wall_file(request: Visit) -> Response:
    """Return a file for the wall screens; its URL contains a hash of its content."""
    name = request.path_params["name"]
    kept = request.site.wall.files.get(name) or request.site.next_wall.files.get(name)
    if kept is None:
        return problem(request, 404, N_("There is nothing at this address."))
    headers = KEPT | {"Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(kept.content, media_type=kept.kind, headers=headers)


async def _read(site: Site) -> tuple[tuple[str, str], ...]:
    """Read the folder for the wall screens again, and return the mistakes found in it.

    The preview shows the result or, if there are mistakes, the screens as they are now. Each
    mistake is a pair: a key in `wall.toml`, and the reason why its value is invalid.
    """
    if site.settings.wall_folder is None:
        return ()
    try:
        site.next_wall = await asyncio.to_thread(load_wall, site.settings.wall_folder)
    except BadWall as wrong:
        site.next_wall = site.wall
        return wrong.faults
    return ()


async def preview(request: Visit) -> Response:
    """Show what the wall screens would look like with the files now in the club's folder.

    If these files have mistakes, list the mistakes, and show the screens as they are now.
    """
    site, say = request.site, request.said.say
    faults = [(key, in_words(why, say)) for key, why in await _read(site)]
    wall = site.next_wall
    live = wall_live(site, request.state.language, now_ms(), wall, preview=True)
    differs = wall.mark != site.wall.mark
    return request.page("wall.html", live=live, wall=wall, faults=faults, differs=differs)


async def take(request: Visit) -> Response:
    """Publish the previewed contents on all wall screens."""
    site, say, form = request.site, request.said.say, await form_of(request)
    await _read(site)
    if form.get("mark", "") != site.next_wall.mark:
        changed = N_("The files have changed in the meantime: please check them again.")
        return back_with(request, "/wall", Told(False, say(changed)))
    site.show_wall(site.next_wall)
    return back_with(request, "/wall", Told(True, say(N_("All screens now show this version."))))
