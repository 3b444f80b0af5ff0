"""Signing in and out.

A session lasts 12 hours. Its id is in a cookie that no script can read.
"""

import contextlib
import time

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.contract.venue.desk import DeskAnswer, SignedIn, SignIn, SignOut
from display.web.live.core_requests import CoreAway, Refused
from display.web.page_language import local
from display.web.password_tries import Tries
from display.web.site import Site, said_to
from display.web.typed import form_of, typed
from display.web.visitors import with_session
from display.words.names import N_
from display.words.venue.evening import REFUSALS, refusal


async def sign_in_page(request: Request) -> Response:
    """Show the form in which staff enter their name and password."""
    site: Site = request.app.state.site
    back = local(request.query_params.get("back", "/floor"))
    return site.page(request, "staff/sign_in.html", back=back, problem="", name="")


async def sign_in(request: Request) -> Response:
    """Open a session and redirect to the page that was requested; if it fails, say why."""
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    name, back = typed(form, "name"), local(form.get("back", "/floor"))
    tries: Tries = request.app.state.tries
    who = (request.state.source, name)
    try:
        if not tries.may(who, time.monotonic()):
            raise Refused(_too_often())
        asked = SignIn(name, form.get("password", "")[:200])
        answer = await site.door.do(asked, source=request.state.source)
        told = msgspec.convert(answer.data, SignedIn)
    except Refused as error:
        tries.wrong(who, time.monotonic())
        wrong, status = refusal(error.reason, str(error), said), 403
    except (CoreAway, msgspec.ValidationError):
        wrong, status = said.say(N_("The room's server is not available. Please try again.")), 503
    else:
        request.app.state.visitors.remember(told)
        answer_ = RedirectResponse(back, 303)
        return with_session(answer_, told.session, secure=site.settings.secure)
    return site.page(request, "staff/sign_in.html", status, back=back, problem=wrong, name=name)


def _too_often() -> DeskAnswer:
    return DeskAnswer("", False, REFUSALS["too-many"], "too-many")


async def sign_out(request: Request) -> Response:
    """End the session, in the browser and in the core process."""
    site: Site = request.app.state.site
    session = request.state.visitor.session
    request.app.state.visitors.forget(session)
    if session:
        # The cookie is deleted even if the core process refuses or does not answer.
        with contextlib.suppress(Refused, CoreAway):
            await site.line.do(SignOut(), session, request.state.source)
    return with_session(RedirectResponse("/", 303), "", secure=site.settings.secure)
