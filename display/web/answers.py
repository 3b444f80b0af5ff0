"""Responses other than ordinary pages: error pages, redirects, and the outcome of an action."""

import base64
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.contract.errors import TapisError
from display.web.live.core_requests import CoreAway, Refused
from display.web.page_language import local
from display.web.site import BaseVisit
from display.web.staff.forms import BadForm
from display.words.names import N_, Words
from display.words.venue.evening import refusal

TITLES: Final = {
    400: N_("The request could not be understood"),
    403: N_("Access restricted"),
    404: N_("Page not found"),
    503: N_("Please wait"),
}
COOKIE: Final = "told"

AWAY: Final = N_(
    "The room's server is not available, so the action may or may not have been carried out. "
    "Check before you try again."
)
AWAY_NOW: Final = N_("The room's server is not available. Please try again.")
"""The message shown if a read-only request, which is safe to repeat, gets no answer."""

FAILURES: Final = (BadForm, Refused, CoreAway)
"""The errors after which a form is shown again, with the reason."""


class Told(msgspec.Struct, frozen=True):
    """The outcome of an action, to be shown on the next page.

    `ok` means that it succeeded. `text` describes the outcome. `reason` is the id of a refusal, or
    "" if there was none.
    """

    ok: bool
    text: str
    reason: str = ""


class Problem(TapisError):
    """The error for a page that can't be shown; its message is in the translation catalogues.

    `status` is the HTTP status.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def why(error: TapisError, said: Words, away: str = AWAY) -> str:
    """Return a sentence that says why a request failed: for `CoreAway`, the translated `away`."""
    if isinstance(error, Refused):
        return refusal(error.reason, str(error), said)
    return said.say(away if isinstance(error, CoreAway) else str(error))


def problem(request: BaseVisit[Any], status: int, text: str) -> Response:
    """Return a page that explains an error; `text` is in English, and is translated."""
    said = request.said
    title = said.say(TITLES.get(status, TITLES[400]))
    return request.page(request.problem_page, status, title=title, text=said.say(text))


def back_with(request: BaseVisit[Any], back: str, told: Told) -> Response:
    """Redirect to the page `back` on this server; that page then shows the outcome `told`."""
    packed = base64.urlsafe_b64encode(msgspec.json.encode(told)).decode()
    return request.keep(RedirectResponse(local(back), 303), COOKIE, packed[:3000], 30)


def told_before(request: Request) -> Told | None:
    """Return the previous action's outcome, to be shown on this page, or None if there is none."""
    packed = request.cookies.get(COOKIE, "")
    if not packed:
        return None
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(packed), type=Told)
    except ValueError:
        return None
