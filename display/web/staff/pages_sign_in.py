"""Signing in and out.

A session lasts 12 hours. Its id is in a cookie that no script can read.
"""

import contextlib
import time

import msgspec
from starlette.responses import RedirectResponse, Response

from controller.contract.venue.desk import DeskAnswer, SignedIn, SignIn, SignOut
from display.web.answers import AWAY_NOW, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.page_language import local
from display.web.password_tries import Tries
from display.web.site import Visit
from display.web.typed import form_of, typed
from display.web.visitors import COOKIE, COOKIE_S
from display.words.venue.evening import REFUSALS


async def sign_in_page(request: Visit) -> Response:
    """Show the form in which staff enter their name and password."""
    back = local(request.query_params.get("back", "/floor"))
    return request.page("staff/sign_in.html", back=back, problem="", name="")


async def sign_in(request: Visit) -> Response:
    """Open a session and redirect to the page that was requested, or show why signing in failed."""
    said, form = request.said, await form_of(request)
    name, back = typed(form, "name"), local(form.get("back", "/floor"))
    tries: Tries = request.app.state.tries
    who = (request.state.source, name)
    try:
        if not tries.may(who, time.monotonic()):
            raise Refused(DeskAnswer("", False, REFUSALS["too-many"], "too-many"))
        # The attempt counts before its answer is known. Otherwise, more than ten could run at once.
        tries.wrong(who, time.monotonic())
        asked = SignIn(name, form.get("password", "")[:200])
        answer = await request.site.door.do(asked, source=request.state.source)
        told = msgspec.convert(answer.data, SignedIn)
    except Refused as error:
        wrong, status = why(error, said), 403
    except (CoreAway, msgspec.ValidationError):
        tries.right(who)
        wrong, status = said.say(AWAY_NOW), 503
    else:
        tries.right(who)
        request.app.state.visitors.remember(told)
        return request.keep(RedirectResponse(back, 303), COOKIE, told.session, COOKIE_S)
    return request.page("staff/sign_in.html", status, back=back, problem=wrong, name=name)


async def sign_out(request: Visit) -> Response:
    """End the session, in the browser and in the core process."""
    session = request.visitor.session
    request.app.state.visitors.forget(session)
    if session:
        # The cookie is deleted even if the core process refuses or does not answer.
        with contextlib.suppress(Refused, CoreAway):
            await request.site.line.do(SignOut(), session, request.state.source)
    return request.keep(RedirectResponse("/", 303), COOKIE)
