"""A table's main web pages: its screen, sign-in, the floor's commands, its devices, the doctor."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.contract.errors import in_words
from controller.run.upkeep.devices import DevicesView
from controller.setup.checks.doctor import LOOKED_AT
from controller.setup.checks.system import Finding
from controller.table_page.answers import problem, why
from controller.table_page.caretaker.asks import (
    AskDecks,
    AskDevices,
    AskDoctor,
    AskPicture,
    AskShuffles,
    OpenFloor,
    Role,
    Signed,
    SignIn,
    SignOut,
    Tell,
)
from controller.table_page.caretaker_calls import CaretakerAway, Refused
from controller.table_page.site import PageSite, said_to
from controller.table_page.words import GROUPS, fits, form_of, known, order_of, title_of, told_of
from display.orders import Order, Unclear
from display.web.answers import Told, back_with
from display.web.floor.needs_attention import tiles
from display.web.floor.pages_floor import table_live, table_pushed
from display.web.live.hall import now_ms
from display.web.page_language import local
from display.web.typed import ONCE
from display.web.typed import form_of as sent_by
from display.words.names import N_

SESSION: Final = "page-session"
BROWSER: Final = "page-browser"
SESSION_S: Final = 12 * 3600
BROWSER_S: Final = 180 * 24 * 3600


def about(request: Request) -> dict[str, str]:
    """Return the visitor's session, address, browser and language, for calls to the caretaker."""
    return {
        "session": request.cookies.get(SESSION, "")[:100],
        "source": request.client.host if request.client is not None else "",
        "browser": request.cookies.get(BROWSER, "")[:200],
        "language": request.state.language,
    }


# -- the screen ------------------------------------------------------------------------------


async def screen(request: Request) -> Response:
    """Show the table as its own screen does."""
    site: PageSite = request.app.state.site
    live = table_live(site, site.settings.name, request.state.language)
    state = site.state
    calls = tiles([site.seen], site.room, said_to(request), now_ms())[0].told if state else ()
    return site.page(request, "page_screen.html", live=live, calls=calls)


async def screen_stream(request: Request) -> Response:
    """Push the table's display to the browser whenever it changes."""
    site: PageSite = request.app.state.site
    name, tall = site.settings.name, "tall" in request.query_params
    return site.stream(
        request, "tall" if tall else "wide", ("", name),
        lambda language: table_pushed(site, name, language, tall=tall),
    )  # fmt: skip


# -- sign-in ---------------------------------------------------------------------------------


async def sign_in_page(request: Request) -> Response:
    """Show the sign-in form, for the password, a badge or a PIN."""
    return _sign_in(request, local(request.query_params.get("back", "/floor")), "")


def _sign_in(request: Request, back: str, wrong: str, status: int = 200) -> Response:
    site: PageSite = request.app.state.site
    return site.page(request, "page_sign_in.html", status, back=back, problem=wrong)


async def sign_in(request: Request) -> Response:
    """Open a session with the password, a PIN, or the badge on the badge reader."""
    site: PageSite = request.app.state.site
    form = await sent_by(request)
    back = local(form.get("back", "/floor"))
    ways: dict[str, SignIn | OpenFloor] = {
        "password": SignIn(form.get("password", "")[:200]),
        "pin": OpenFloor(form.get("pin", "")[:20] or "-"),
        "badge": OpenFloor(),
    }
    try:
        told = await site.line.ask(ways[form.get("way", "")], Signed, **about(request))
    except KeyError:
        return problem(request, 400, said_to(request).say(N_("There is no such action.")))
    except (Refused, CaretakerAway) as error:
        status = 503 if isinstance(error, CaretakerAway) else 403
        return _sign_in(request, back, why(error, said_to(request)), status)
    answer = RedirectResponse(back if told.role is Role.CARE else "/floor", 303)
    _keep(answer, SESSION, told.session, SESSION_S, site)
    if told.browser:
        _keep(answer, BROWSER, told.browser, BROWSER_S, site)
    return answer


def _keep(answer: Response, name: str, value: str, seconds: int, site: PageSite) -> None:
    secure = site.settings.secure
    answer.set_cookie(name, value, seconds, httponly=True, samesite="strict", secure=secure)


async def sign_out(request: Request) -> Response:
    """End the session."""
    site: PageSite = request.app.state.site
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(SESSION, httponly=True, samesite="strict", secure=site.settings.secure)
    try:
        await site.line.ask(SignOut(), type(None), **about(request))
    except (Refused, CaretakerAway):
        return answer  # the cookie is gone either way
    return answer


# -- the floor's commands --------------------------------------------------------------------


async def floor(request: Request) -> Response:
    """Show all of the floor's commands, each with its form."""
    site: PageSite = request.app.state.site
    said, state = said_to(request), site.state
    groups: list[tuple[str, Any]] = []
    if state is not None:
        groups = [
            (group, [form_of(name, state, said) for name in names if fits(name, state)])
            for group, names in GROUPS.items()
        ]
    live = table_live(site, site.settings.name, request.state.language)
    return site.page(request, "page_floor.html", live=live, groups=groups)


async def command(request: Request) -> Response:
    """Send the command in a completed form to the table.

    An irreversible command must first be confirmed.
    """
    site: PageSite = request.app.state.site
    said, state, name = said_to(request), site.state, request.path_params["name"]
    if not known(name):
        return problem(request, 404, said.say(N_("There is no such action.")))
    form = await sent_by(request)
    once = form.pop("once", "")[:ONCE]
    sure = form.pop("sure", "")
    if state is None:
        return problem(request, 503, said.say(N_("No data has been received from this table yet.")))
    try:
        order = order_of(name, form, said)
    except Unclear as error:
        return _again(request, name, form, str(error))
    if form_of(name, state, said).sure and not sure:
        lines = told_of(order, state, said)
        return site.page(
            request, "page_sure.html", name_of=name, title=title_of(name, said), lines=lines,
            sent=form, once=once,
        )  # fmt: skip
    return await _tell(request, order, form, once)


async def _tell(request: Request, order: Order, form: dict[str, str], once: str) -> Response:
    site: PageSite = request.app.state.site
    said = said_to(request)
    try:
        await site.line.ask(Tell(once, order.name, order.data), type(None), **about(request))
    except (Refused, CaretakerAway) as error:
        if isinstance(error, Refused) and error.reason == "sign-in":
            return _sign_in(request, "/floor", why(error, said), 403)
        return _again(request, order.name, form, why(error, said))
    done = said.say(N_("{command}: done"), command=title_of(order.name, said))
    return back_with(request, "/floor", Told(ok=True, text=done))


def _again(request: Request, name: str, form: dict[str, str], wrong: str) -> Response:
    """Show a command's form again with the values entered, and with the error message `wrong`."""
    site: PageSite = request.app.state.site
    state = site.state
    if state is None:
        return problem(request, 503, wrong)
    made = form_of(name, state, said_to(request), form)
    return site.page(request, "page_form.html", 409, form=made, problem=wrong)


# -- maintenance -----------------------------------------------------------------------------


async def devices(request: Request) -> Response:
    """Show the devices, and how well they read tags."""
    site: PageSite = request.app.state.site
    view = await site.line.ask(AskDevices(), DevicesView, **about(request))
    wrong = [in_words(one, said_to(request).say) for one in view.wrong()]
    measured = await site.line.ask(AskPicture(), bytes, **about(request))
    decks = await site.line.ask(AskDecks(), tuple[str, ...], **about(request))
    return site.page(
        request, "page_devices.html", view=view, wrong=wrong, measured=measured, decks=decks
    )


async def shuffles(request: Request) -> Response:
    """Show how well the decks were shuffled in past hands."""
    site: PageSite = request.app.state.site
    lines = await site.line.ask(AskShuffles(), tuple[str, ...], **about(request))
    return site.page(request, "page_shuffles.html", lines=lines)


async def doctor_page(request: Request) -> Response:
    """Show the page with the button that runs the doctor."""
    site: PageSite = request.app.state.site
    return site.page(request, "page_doctor.html", found=None)


async def doctor(request: Request) -> Response:
    """Run the doctor, and show the problems that it found with their remedies."""
    site: PageSite = request.app.state.site
    found = await site.line.ask(AskDoctor(), tuple[Finding, ...], **about(request))
    return site.page(request, "page_doctor.html", found=found, looked_at=LOOKED_AT)
