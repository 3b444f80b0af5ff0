"""Build a tournament structure from a template: levels, breaks, chips, rebuy, and duration."""

import re
from typing import Final

import msgspec
from starlette.responses import Response

from controller.contract.venue import desk
from controller.contract.venue.book import TournamentFile, Tournaments
from controller.contract.venue.floor.sheets import Sheet
from display.web.answers import AWAY, FAILURES, Told, back_with, why
from display.web.evening.projected_end import ends, times
from display.web.evening.structure_text import (
    BadSheet,
    chips_text,
    from_toml,
    levels_text,
    read,
    title_of,
    toml,
)
from display.web.evening.tdt_import import (
    from_tournament_director,
    is_tournament_director,
)
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Visit
from display.web.staff.actions import ACTIONS
from display.web.staff.forms import BadForm, number_of
from display.web.staff.pages_actions import send
from display.web.typed import form_with_file, typed
from display.words.venue.evening import refusal

LARGEST: Final = 1_000_000
"""The largest file that is read, in bytes; Tournament Director files are about 200,000."""

UPLOADS: Final = {"/structure": LARGEST + 64 * 1024}

PLAYERS: Final = 30


class Written(msgspec.Struct, frozen=True):
    """The values typed into the structure form."""

    file: str = ""
    title: str = ""
    levels: str = ""
    chips: str = ""
    rebuy: str = "0"
    players: str = str(PLAYERS)


def written(file: str, sheet: Sheet, **more: str) -> Written:
    """Return the form's values for a structure.

    `file` is the template's name, and `more` holds other values of the form, such as its title.
    """
    return Written(
        file, levels=levels_text(sheet), chips=chips_text(sheet), rebuy=str(sheet.rebuy), **more
    )


async def _files(request: Visit) -> tuple[TournamentFile, ...]:
    told = await request.ask(desk.AskTournaments(), Tournaments)
    return tuple(one for one in told.tournaments if one.sheet is not None)


async def structure(request: Visit) -> Response:
    """Show a template's structure for editing."""
    try:
        files = await _files(request)
    except (CoreAway, Refused):
        return _shown(request, (), Written(), request.said.say(AWAY))
    name = request.query_params.get("file", "")
    one = next((one for one in files if one.name == name), files[0] if files else None)
    if one is None or one.sheet is None:
        return _shown(request, files, Written())
    return _shown(request, files, written(one.name, one.sheet))


def _shown(
    request: Visit, files: tuple[TournamentFile, ...], form: Written, wrong: str = ""
) -> Response:
    sheet, players = None, PLAYERS
    try:
        sheet = read(form.levels, form.chips, number_of(form.rebuy))
        players = number_of(form.players, 10_000)
    except (BadSheet, BadForm):
        pass  # the fault is already shown, or the form is still empty
    return request.page(
        "evening/structure.html", 409 if wrong else 200, files=files, form=form, problem=wrong,
        sheet=sheet, times=times(sheet) if sheet else (), players=players,
        ends=ends(sheet, players) if sheet else None,
    )  # fmt: skip


async def make(request: Visit) -> Response:
    """Load or save a structure, calculate its duration, or open a tournament with it."""
    said = request.said
    values, content = await form_with_file(request, "toml", LARGEST + 1)
    form = Written(
        typed(values, "file"), typed(values, "title"), values.get("levels", "")[:4000],
        values.get("chips", "")[:400], values.get("rebuy", "0")[:12] or "0",
        values.get("players", "")[:6],
    )  # fmt: skip
    files: tuple[TournamentFile, ...] = ()
    try:
        files = await _files(request)
        if "load" in values:
            sheet, title = _loaded(content)
            form = written(form.file, sheet, title=title or form.title, players=form.players)
            return _shown(request, files, form)
        sheet = read(form.levels, form.chips, number_of(form.rebuy))
        number_of(form.players, 10_000)
        if "save" in values:
            return _saved(sheet, form)
        if "open" not in values:
            return _shown(request, files, form)
        await send(request, desk.OpenTournament(form.file, form.title, sheet=sheet), values)
    except BadSheet as error:
        return _shown(request, files, form, refusal(str(error), str(error), said))
    except FAILURES as error:
        return _shown(request, files, form, why(error, said))
    done = ACTIONS["open-tournament"].done
    return back_with(request, "/evening", Told(True, said.say(done)))


def _loaded(content: bytes) -> tuple[Sheet, str]:
    """Return the structure and the title in a file. Raises `BadSheet`.

    The file was made by The Tournament Director, or is the .toml file of a tournament or house.
    """
    if len(content) > LARGEST:
        raise BadSheet("no-levels")
    text = content.decode("utf-8", "replace")
    if is_tournament_director(text):
        return from_tournament_director(text)
    return from_toml(text), title_of(text)


def _saved(sheet: Sheet, form: Written) -> Response:
    """Return a structure as a tournament file to download.

    Once the file is installed, the room can play it. This page can load it again.
    """
    name = re.sub(r"[^a-z0-9]+", "-", (form.title or form.file).casefold()).strip("-") or "own"
    above = re.sub(r"[^a-z0-9-]", "", form.file)
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(
        toml(sheet, name, above, form.title), media_type="application/toml", headers=headers
    )
