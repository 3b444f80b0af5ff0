"""Responses other than ordinary pages: error pages, redirects, and the outcome of an action."""

import base64
import binascii
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from display.web.page_language import local
from display.web.site import Site, said_to
from display.words.names import N_

TITLES: Final = {
    400: N_("The request could not be understood"),
    403: N_("Access restricted"),
    404: N_("Page not found"),
    503: N_("Please wait"),
}
COOKIE: Final = "told"


class Told(msgspec.Struct, frozen=True):
    """The outcome of an action, to be shown on the next page.

    `ok` means that it succeeded. `text` describes the outcome. `reason` is the id of a refusal, or
    "".
    """

    ok: bool
    text: str
    reason: str = ""


def problem(request: Request, status: int, text: str) -> Response:
    """Return a page that explains an error; `text` is an English text from the catalogue."""
    site: Site = request.app.state.site
    said = said_to(request, site)
    title = said.say(TITLES.get(status, TITLES[400]))
    return site.page(request, "staff/problem.html", status, title=title, text=said.say(text))


def back_with(request: Request, back: str, told: Told) -> Response:
    """Redirect to the page `back` on this server; that page then shows the outcome `told`."""
    # The site may be the room's or a table's own.
    secure: bool = request.app.state.site.settings.secure
    answer = RedirectResponse(local(back), 303)
    packed = base64.urlsafe_b64encode(msgspec.json.encode(told)).decode()
    answer.set_cookie(COOKIE, packed[:3000], 30, httponly=True, samesite="strict", secure=secure)
    return answer


def told_before(request: Request) -> Told | None:
    """Return the outcome that the previous action left to be shown on this page, or None."""
    packed = request.cookies.get(COOKIE, "")
    if not packed:
        return None
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(packed), type=Told)
    except (msgspec.MsgspecError, binascii.Error, ValueError):
        return None
