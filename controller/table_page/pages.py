"""A table's main web pages: its screen, sign-in, floor commands, devices and the doctor."""

import contextlib
from typing import Any, Final

from starlette.responses import RedirectResponse, Response

from controller.contract.errors import in_words
from controller.run.upkeep.devices import DevicesView
from controller.setup.checks.doctor import LOOKED_AT
from controller.setup.checks.examined_machine import Finding
from controller.table_page.answers import why
from controller.table_page.caretaker import asks
from controller.table_page.caretaker.asks import Role
from controller.table_page.caretaker_calls import CaretakerAway, Refused
from controller.table_page.site import BROWSER, SESSION, PageVisit
from controller.table_page.words import GROUPS, fits, form_of, known, order_of, title_of, told_of
from display.orders import Order, Unclear
from display.web.answers import Problem, Told, back_with
from display.web.floor.needs_attention import Tiles
from display.web.floor.pages_floor import table_live, table_pushed
from display.web.live.hall import now_ms
from display.web.page_language import local
from display.web.typed import ONCE
from display.web.typed import form_of as sent_by
from display.words.names import N_

SESSION_S: Final = 12 * 3600
BROWSER_S: Final = 180 * 24 * 3600


# -- the screen ------------------------------------------------------------------------------


async def screen(request: PageVisit) -> Response:
    """Show the table as its own screen does."""
    site, said = request.site, request.said
    live = table_live(site, site.settings.name, said.language)
    calls = Tiles().of([site.seen], site.room, said, now_ms())[0].told if site.state else ()
    return request.page("page_screen.html", live=live, calls=calls)


async def screen_stream(request: PageVisit) -> Response:
    """Push the table's display to the browser whenever it changes."""
    site, tall = request.site, "tall" in request.query_params
    name = site.settings.name
    return request.push(
        "tall" if tall else "wide", ("", name),
        lambda language: table_pushed(site, name, language, tall=tall),
    )  # fmt: skip


# -- sign-in ---------------------------------------------------------------------------------


async def sign_in_page(request: PageVisit) -> Response:
    """Show the sign-in form, for the password, a badge or a PIN."""
    return _sign_in(request, local(request.query_params.get("back", "/floor")), "")


def _sign_in(request: PageVisit, back: str, wrong: str, status: int = 200) -> Response:
    return request.page("page_sign_in.html", status, back=back, problem=wrong)


async def sign_in(request: PageVisit) -> Response:
    """Open a session with the password, a PIN, or the badge on the badge reader."""
    form = await sent_by(request)
    back = local(form.get("back", "/floor"))
    ways: dict[str, asks.SignIn | asks.OpenFloor] = {
        "password": asks.SignIn(form.get("password", "")[:200]),
        "pin": asks.OpenFloor(form.get("pin", "")[:20] or "-"),
        "badge": asks.OpenFloor(),
    }
    try:
        told = await request.ask(ways[form.get("way", "")], asks.Signed)
    except KeyError:
        raise Problem(400, N_("There is no such action.")) from None
    except (Refused, CaretakerAway) as error:
        status = 503 if isinstance(error, CaretakerAway) else 403
        return _sign_in(request, back, why(error, request.said), status)
    answer = RedirectResponse(back if told.role is Role.CARE else "/floor", 303)
    request.keep(answer, SESSION, told.session, SESSION_S)
    return request.keep(answer, BROWSER, told.browser, BROWSER_S) if told.browser else answer


async def sign_out(request: PageVisit) -> Response:
    """End the session."""
    with contextlib.suppress(Refused, CaretakerAway):  # the cookie is gone either way
        await request.ask(asks.SignOut(), type(None))
    return request.keep(RedirectResponse("/", 303), SESSION)


# -- the floor's commands --------------------------------------------------------------------


async def floor(request: PageVisit) -> Response:
    """Show the table, and the floor's commands that are possible now, each with its form."""
    said, state = request.said, request.site.state
    groups: list[tuple[str, Any]] = []
    if state is not None:
        groups = [
            (group, [form_of(name, state, said) for name in names if fits(name, state)])
            for group, names in GROUPS.items()
        ]
    live = table_live(request.site, request.site.settings.name, said.language)
    return request.page("page_floor.html", live=live, groups=groups)


async def command(request: PageVisit) -> Response:
    """Send the command in a completed form to the table.

    An irreversible command must first be confirmed.
    """
    said, state, name = request.said, request.site.state, request.path_params["name"]
    if not known(name):
        raise Problem(404, N_("There is no such action."))
    form = await sent_by(request)
    once = form.pop("once", "")[:ONCE]
    sure = form.pop("sure", "")
    if state is None:
        raise Problem(503, N_("No data has been received from this table yet."))
    try:
        order = order_of(name, form, said)
    except Unclear as error:
        return _again(request, name, form, str(error))
    if form_of(name, state, said).sure and not sure:
        lines = told_of(order, state, said)
        return request.page(
            "page_sure.html", name_of=name, title=title_of(name, said), lines=lines, sent=form,
            once=once,
        )  # fmt: skip
    return await _tell(request, order, form, once)


async def _tell(request: PageVisit, order: Order, form: dict[str, str], once: str) -> Response:
    said = request.said
    try:
        await request.ask(asks.Tell(once, order.name, order.data), type(None))
    except (Refused, CaretakerAway) as error:
        if isinstance(error, Refused) and error.reason == "sign-in":
            return _sign_in(request, "/floor", why(error, said), 403)
        return _again(request, order.name, form, why(error, said))
    done = said.say(N_("{command}: done"), command=title_of(order.name, said))
    return back_with(request, "/floor", Told(ok=True, text=done))


def _again(request: PageVisit, name: str, form: dict[str, str], wrong: str) -> Response:
    state = request.site.state
    if state is None:
        raise Problem(503, wrong)
    made = form_of(name, state, request.said, form)
    return request.page("page_form.html", 409, form=made, problem=wrong)


# -- maintenance -----------------------------------------------------------------------------


async def devices(request: PageVisit) -> Response:
    """Show the devices, and how well they read tags."""
    view = await request.ask(asks.AskDevices(), DevicesView)
    wrong = [in_words(one, request.said.say) for one in view.wrong()]
    measured = await request.ask(asks.AskPicture(), bytes)
    decks = await request.ask(asks.AskDecks(), tuple[str, ...])
    return request.page("page_devices.html", view=view, wrong=wrong, measured=measured, decks=decks)


async def shuffles(request: PageVisit) -> Response:
    """Show how well the decks were shuffled in past hands."""
    lines = await request.ask(asks.AskShuffles(), tuple[str, ...])
    return request.page("page_shuffles.html", lines=lines)


async def doctor_page(request: PageVisit) -> Response:
    """Show the page with the button that runs the doctor."""
    return request.page("page_doctor.html", found=None)


async def doctor(request: PageVisit) -> Response:
    """Run the doctor, and show the problems that it found and their remedies."""
    found = await request.ask(asks.AskDoctor(), tuple[Finding, ...])
    return request.page("page_doctor.html", found=found, looked_at=LOOKED_AT)
