"""What the page says where something is not done: by the reason, in the language of who asks."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.page.line import CaretakerAway, Refused
from controller.page.site import PageSite, said_to
from display.orders import REASONS as TABLE
from display.web.answers import TITLES
from display.words.names import N_, Words

AWAY: Final = N_("The table's caretaker does not answer: see systemctl status tapis-care.")

REASONS: Final = {
    "wrong-password": N_("This is not the password."),
    "too-many": N_("Too many tries: wait a minute."),
    "off": N_("This page is off: no password is set (tapis page password)."),
    "no-right": N_("This needs the page's password."),
    "sign-in": N_("Sign in first: everybody has been signed out."),
    "unknown-browser": N_(
        "In this browser the page's password was never given: a badge alone opens nothing here."
        " Sign in with the password once, or key the PIN."
    ),
    "bug": N_("Stopped by a bug of its own: please report it."),
    "job-runs": N_("Something else runs already: look at Set up, and end it first."),
    "too-large": N_("This file is too large: use tapis restore at the machine."),
    "no-such-log": N_("There is nothing at this address."),
    "token": N_(
        "The table does not know this page yet: set its password (tapis page password), and start"
        " the table again."
    ),
}
"""Why something was not done, where the table itself says nothing else."""


def why(error: Refused | CaretakerAway, said: Words) -> str:
    """Return in a sentence why something was not done: the screen's, where the table says it."""
    if isinstance(error, CaretakerAway):
        return said.say(AWAY)
    if error.reason in REASONS:
        return said.say(REASONS[error.reason])
    if error.reason in TABLE:
        return said.say(TABLE[error.reason])
    return str(error) or error.reason


def problem(request: Request, status: int, text: str) -> Response:
    """Return a page that says why there is nothing."""
    site: PageSite = request.app.state.site
    title = said_to(request).say(TITLES.get(status, TITLES[400]))
    return site.page(request, "page_problem.html", status, title=title, text=text)
