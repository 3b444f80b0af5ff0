"""The pages for jobs (such as enrolment) and maintenance: backups, logs and updates."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import msgspec
from sse_starlette.sse import EventSourceResponse
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response, StreamingResponse

from controller.setup.antennas.calibrate import Calibration
from controller.table_page.answers import why
from controller.table_page.caretaker import asks
from controller.table_page.caretaker_calls import CaretakerAway, Refused
from controller.table_page.site import PageSite, PageVisit
from display.web.answers import Problem, Told, back_with
from display.web.live.push_changes import packed
from display.web.typed import form_of as sent_by
from display.web.typed import number_in
from display.words.names import N_

UPLOAD: Final = "/backup/upload"
BLOCK: Final = 256 * 1024
BREATH_S: Final = 0.1
"""The minimum interval in seconds between two updates of a job's progress."""

SEND_S: Final = 20.0

TITLES: Final = {
    "setup": N_("Set the table up"), "deck": N_("Enrol a deck"), "chips": N_("Enrol chips"),
    "badge": N_("Enrol a badge"), "replace": N_("Replace a card or a chip"),
    "calibrate": N_("Calibrate the antennas"), "restore": N_("Restore a backup"),
}  # fmt: skip

LOGS: Final = {
    "table": N_("The table"), "screen": N_("The screen"), "page": N_("This page"),
    "caretaker": N_("This page's caretaker"), "broker": N_("The broker"),
}  # fmt: skip

TICKS: Final = frozenset({"floor", "as_it_lies"})


# -- jobs ------------------------------------------------------------------------------------


async def work(request: PageVisit) -> Response:
    """Show the running job and the jobs that can be started."""
    view = await request.ask(asks.AskJob(-1), asks.JobView)
    installed = await request.ask(asks.AskAbout(), asks.About)
    kind: Any = Calibration | None
    measured = await request.ask(asks.AskCalibration(), kind)
    live = job_live(request.site, view, request.said.language)
    return request.page(
        "page_work.html", view=view, live=live, installed=installed, measured=measured
    )


def job_live(site: PageSite, view: asks.JobView, language: str) -> str:
    """Return the HTML fragment with a job's progress and its pending question."""
    return site.fragment("parts/_job.html", language, view=view, titles=TITLES)


async def work_stream(request: PageVisit) -> Response:
    """Push the job's progress to the browser for as long as the visitor is signed in."""
    site, said = request.site, request.said

    async def messages() -> AsyncIterator[bytes]:
        seen = -1
        try:
            while True:
                view = await request.ask(asks.AskJob(seen), asks.JobView)
                if view.number != seen:
                    yield packed(job_live(site, view, said.language), view.number + 1)
                    seen = view.number
                await asyncio.sleep(BREATH_S)
        except (Refused, CaretakerAway) as error:
            text = site.fragment("parts/_gone.html", said.language, text=why(error, said))
            yield packed(text, 0)

    return EventSourceResponse(messages(), send_timeout=SEND_S)


def job_from(sent: Mapping[str, str]) -> asks.AnyJob:
    """Return the job described by a submitted form.

    Raises `msgspec.ValidationError` if the form describes no valid job.
    """
    texts = {name: text for name, value in sent.items() if (text := value.strip())}
    ticked = dict.fromkeys(TICKS & sent.keys(), True)
    made: asks.AnyJob = msgspec.convert(texts | ticked, asks.AnyJob, strict=False)
    return made


async def begin(request: PageVisit) -> Response:
    """Begin the job described by the submitted form."""
    said, form = request.said, await sent_by(request)
    try:
        await request.ask(asks.Begin(job_from(form)), type(None))
    except msgspec.ValidationError:
        wrong = said.say(N_("Something is missing or invalid."))
        return back_with(request, "/setup", Told(ok=False, text=wrong))
    except Refused as error:
        return back_with(request, "/setup", Told(ok=False, text=why(error, said)))
    return RedirectResponse("/setup", 303)


async def answer(request: PageVisit) -> Response:
    """Answer a job's question, or press a key for which the job is waiting."""
    form = await sent_by(request)
    word, key = form.get("word", ""), form.get("key", "")
    try:
        said = msgspec.convert(
            {
                "ask": "say", "text": word or form.get("text", ""), "key": key,
                "asked": number_in(form.get("asked", ""), 0),
            }, asks.SayToJob,
        )  # fmt: skip
    except msgspec.ValidationError:
        raise Problem(400, N_("There is no such action.")) from None
    await request.ask(said, type(None))
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return RedirectResponse("/setup", 303)


async def start_table(request: PageVisit) -> Response:
    """Start the table's service if it is stopped."""
    said = request.said
    try:
        await request.ask(asks.StartTable(), type(None))
    except Refused as error:
        return back_with(request, "/setup", Told(ok=False, text=why(error, said)))
    return back_with(
        request, "/setup", Told(ok=True, text=said.say(N_("The table has been started.")))
    )


async def picture(request: PageVisit) -> Response:
    """Show the picture of the last calibration."""
    png = await request.ask(asks.AskPicture(), bytes)
    if not png:
        raise Problem(404, N_("Nothing has been measured yet."))
    return Response(png, media_type="image/png")


# -- backups ---------------------------------------------------------------------------------


async def backup_page(request: PageVisit) -> Response:
    """Show the page for making or restoring a backup."""
    return request.page("page_backup.html", uploaded=None)


async def backup(request: PageVisit) -> Response:
    """Make a backup, and send it to the browser."""
    answer_, blocks = await request.site.line.receive(asks.AskBackup(), **request.about)
    headers = {
        "Content-Length": str(answer_.size),
        "Content-Disposition": f'attachment; filename="{asks.decoded(answer_, str)}"',
    }
    return StreamingResponse(blocks, media_type="application/gzip", headers=headers)


async def upload(request: PageVisit) -> Response:
    """Receive a backup, and show its contents for confirmation before it is restored."""
    async with request.form(max_files=1, max_fields=4) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size:
            wrong = request.said.say(N_("Choose a file made by tapis backup."))
            return back_with(request, "/backup", Told(ok=False, text=wrong))

        async def blocks() -> AsyncIterator[bytes]:
            while block := await file.read(BLOCK):
                yield block

        try:
            uploaded = await request.site.line.send(
                asks.TakeBackup(file.size), asks.Uploaded, blocks(), **request.about
            )
        except Refused as error:
            return back_with(request, "/backup", Told(ok=False, text=why(error, request.said)))
    return request.page("page_backup.html", uploaded=uploaded)


# -- logs, and the installed software --------------------------------------------------------


async def logs(request: PageVisit) -> Response:
    """Show the latest log lines of a service."""
    of = request.query_params.get("of", "table")
    lines = await request.ask(asks.AskLog(of), tuple[str, ...])
    return request.page("page_logs.html", of=of, logs=LOGS, lines=lines)


async def installed(request: PageVisit) -> Response:
    """Show the installed version, and how to update it."""
    here = await request.ask(asks.AskAbout(look=True), asks.About)
    return request.page("page_about.html", here=here)
