"""The pages for jobs (such as enrolment) and maintenance: backups, logs, updates."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import msgspec
from sse_starlette.sse import EventSourceResponse
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from controller.setup.antennas.calibrate import Calibration
from controller.table_page.answers import problem, why
from controller.table_page.caretaker.asks import (
    About,
    AnyJob,
    AskAbout,
    AskBackup,
    AskCalibration,
    AskJob,
    AskLog,
    AskPicture,
    Begin,
    JobView,
    SayToJob,
    StartTable,
    TakeBackup,
    Uploaded,
    decoded,
)
from controller.table_page.caretaker_calls import CaretakerAway, Refused
from controller.table_page.pages import about
from controller.table_page.site import PageSite, said_to
from display.web.answers import Told, back_with
from display.web.live.push_changes import packed
from display.web.typed import form_of as sent_by
from display.words.names import N_, words

UPLOAD: Final = "/backup/upload"
BLOCK: Final = 256 * 1024
BREATH_S: Final = 0.1
"""The minimum interval in seconds between updates on a job."""

SEND_S: Final = 20.0

TITLES: Final = {
    "setup": N_("Set the table up"), "deck": N_("Enrol a deck"), "chips": N_("Enrol chips"),
    "badge": N_("Enrol a badge"), "replace": N_("Replace a card or a chip"),
    "calibrate": N_("Calibrate the antennas"), "restore": N_("Restore a backup"),
}  # fmt: skip
"""The titles of the jobs."""

LOGS: Final = {
    "table": N_("The table"), "screen": N_("The screen"), "page": N_("This page"),
    "caretaker": N_("This page's caretaker"), "broker": N_("The broker"),
}  # fmt: skip
"""The names of the available logs."""

NUMBERS: Final = frozenset({"deck", "value", "chip_set", "seconds"})
TICKS: Final = frozenset({"floor", "as_it_lies"})


# -- jobs ------------------------------------------------------------------------------------


async def work(request: Request) -> Response:
    """Show the running job and the jobs that can be started."""
    site: PageSite = request.app.state.site
    view = await site.line.ask(AskJob(-1), JobView, **about(request))
    installed = await site.line.ask(AskAbout(), About, **about(request))
    measured: Any = await site.line.ask(
        AskCalibration(),
        Calibration | None,  # type: ignore[arg-type]
        **about(request),
    )
    live = job_live(site, view, request.state.language)
    return site.page(
        request, "page_work.html", view=view, live=live, installed=installed, measured=measured,
    )  # fmt: skip


def job_live(site: PageSite, view: JobView, language: str) -> str:
    """Return the HTML fragment with a job's progress and its pending question."""
    return site.fragment("parts/_job.html", language, view=view, titles=TITLES)


async def work_stream(request: Request) -> Response:
    """Push the job's progress to the browser for as long as the visitor is signed in."""
    site: PageSite = request.app.state.site
    asked = about(request)

    async def messages() -> AsyncIterator[bytes]:
        seen = -1
        try:
            while True:
                view = await site.line.ask(AskJob(seen), JobView, **asked)
                if view.number != seen:
                    yield packed(job_live(site, view, asked["language"]), view.number + 1)
                    seen = view.number
                await asyncio.sleep(BREATH_S)
        except (Refused, CaretakerAway) as error:
            text = site.fragment("parts/_gone.html", asked["language"], text=why(error, said))
            yield packed(text, 0)

    said = words(asked["language"])
    return EventSourceResponse(messages(), send_timeout=SEND_S)


def job_from(sent: Mapping[str, str]) -> AnyJob:
    """Return the job described by a submitted form.

    Raises `ValueError` if a number can't be read, and `msgspec.ValidationError` if the form
    describes no valid job.
    """
    found: dict[str, Any] = {}
    for name, value in sent.items():
        text = value.strip()
        if name in TICKS:
            found[name] = True
        elif name in NUMBERS and text:
            found[name] = int(text[:12])
        elif text:
            found[name] = text
    made: AnyJob = msgspec.convert(found, AnyJob)
    return made


async def begin(request: Request) -> Response:
    """Begin the job described by the submitted form."""
    site: PageSite = request.app.state.site
    said, form = said_to(request), await sent_by(request)
    try:
        await site.line.ask(Begin(job_from(form)), type(None), **about(request))
    except (msgspec.ValidationError, ValueError):
        wrong = said.say(N_("Something is missing or invalid."))
        return back_with(request, "/setup", Told(ok=False, text=wrong))
    except Refused as error:
        return back_with(request, "/setup", Told(ok=False, text=why(error, said)))
    return RedirectResponse("/setup", 303)


async def answer(request: Request) -> Response:
    """Answer a job's question, or press a key for which the job waits."""
    site: PageSite = request.app.state.site
    form = await sent_by(request)
    word, key = form.get("word", ""), form.get("key", "")
    try:
        said = msgspec.convert(
            {"ask": "say", "text": word or form.get("text", ""), "key": key}, SayToJob
        )
    except msgspec.ValidationError:
        return problem(request, 400, said_to(request).say(N_("There is no such action.")))
    await site.line.ask(said, type(None), **about(request))
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return RedirectResponse("/setup", 303)


async def start_table(request: Request) -> Response:
    """Start the table's service if it is stopped."""
    site: PageSite = request.app.state.site
    said = said_to(request)
    try:
        await site.line.ask(StartTable(), type(None), **about(request))
    except Refused as error:
        return back_with(request, "/setup", Told(ok=False, text=why(error, said)))
    return back_with(
        request, "/setup", Told(ok=True, text=said.say(N_("The table has been started.")))
    )


async def picture(request: Request) -> Response:
    """Show the picture of the last calibration."""
    site: PageSite = request.app.state.site
    png = await site.line.ask(AskPicture(), bytes, **about(request))
    if not png:
        return problem(request, 404, said_to(request).say(N_("Nothing has been measured yet.")))
    return Response(png, media_type="image/png")


# -- backups ---------------------------------------------------------------------------------


async def backup_page(request: Request) -> Response:
    """Show the page for making or restoring a backup."""
    site: PageSite = request.app.state.site
    return site.page(request, "page_backup.html", uploaded=None)


async def backup(request: Request) -> Response:
    """Make a backup, and send it to the browser."""
    site: PageSite = request.app.state.site
    answer_, blocks = await site.line.receive(AskBackup(), **about(request))
    headers = {
        "Content-Length": str(answer_.size),
        "Content-Disposition": f'attachment; filename="{decoded(answer_, str)}"',
    }
    return StreamingResponse(blocks, media_type="application/gzip", headers=headers)


async def upload(request: Request) -> Response:
    """Receive a backup, and show its contents for confirmation before it is restored."""
    site: PageSite = request.app.state.site
    async with request.form(max_files=1, max_fields=4) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size:
            wrong = said_to(request).say(N_("Choose a file made by tapis backup."))
            return back_with(request, "/backup", Told(ok=False, text=wrong))

        async def blocks() -> AsyncIterator[bytes]:
            while block := await file.read(BLOCK):
                yield block

        try:
            uploaded = await site.line.send(
                TakeBackup(file.size), Uploaded, blocks(), **about(request)
            )
        except Refused as error:
            return back_with(request, "/backup", Told(ok=False, text=why(error, said_to(request))))
    return site.page(request, "page_backup.html", uploaded=uploaded)


# -- logs, and the installed software --------------------------------------------------------


async def logs(request: Request) -> Response:
    """Show the latest log lines of a service."""
    site: PageSite = request.app.state.site
    of = request.query_params.get("of", "table")
    lines = await site.line.ask(AskLog(of), tuple[str, ...], **about(request))
    return site.page(request, "page_logs.html", of=of, logs=LOGS, lines=lines)


async def installed(request: Request) -> Response:
    """Show the installed version, and how to update it."""
    site: PageSite = request.app.state.site
    here = await site.line.ask(AskAbout(look=True), About, **about(request))
    return site.page(request, "page_about.html", here=here)
