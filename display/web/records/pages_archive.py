"""Pages that show a hand picture by picture, even without JavaScript.

The hand is from a past evening, or one of a table's recent hands. There is a picture of the end of
each street, and of the end of the hand.
"""

import asyncio
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from controller.contract.public import PublicState
from display.newer_state import state_understood
from display.web.answers import Problem
from display.web.live.hall import TableSeen
from display.web.live.room import RoomSeen
from display.web.live.seen_hands import SeenHand
from display.web.pictures.felt import felt, happening
from display.web.records.archive import Archive, named
from display.web.records.pages_records import moment
from display.web.site import Visit
from display.web.typed import number_in
from display.words.names import N_

A_PAGE = 100
"""The number of hands on a page."""

NO_HAND = N_("There is no such hand.")
NOT_STORED = N_("This hand is no longer stored here.")


def shown_names(room: RoomSeen) -> dict[str, str]:
    """Return the public names, by player id, of all players whom the room still knows."""
    found: dict[str, str] = {}
    for evening in room.evenings.values():
        if evening.places is not None:
            found |= {one.player: one.shown_as for one in evening.places.places}
        if evening.seats is not None:
            found |= {one.player: one.shown_as for one in evening.seats.players}
    return found


async def archive(request: Visit) -> Response:
    """List the archived hands of one table."""
    kept: Archive = request.app.state.archive
    said, lines = request.said, await asyncio.to_thread(kept.lines)
    tables = list(dict.fromkeys(line.table for line in lines))
    wanted = request.query_params.get("table", tables[0] if tables else "")
    theirs = [line for line in lines if line.table == wanted]
    first = min(number_in(request.query_params.get("from", ""), 0), len(theirs))
    rows = [
        {
            "number": line.number, "when": moment(line.began, said),
            "board": said.cards(" ".join(line.board)),
            "kinds": " · ".join(said.ruling_name(kind) for kind in line.kinds),
        }
        for line in theirs[first : first + A_PAGE]
    ]  # fmt: skip
    return request.page(
        "records/archive.html", rows=rows, tables=tables, table=wanted, there=kept.there,
        earlier=max(0, first - A_PAGE) if first else None,
        later=first + A_PAGE if first + A_PAGE < len(theirs) else None,
    )  # fmt: skip


async def hand(request: Visit) -> Response:
    """Show one moment of an archived hand as a picture, and all moments in words."""
    kept: Archive = request.app.state.archive
    said, lines = request.said, await asyncio.to_thread(kept.lines)
    table, number = request.path_params["table"], request.path_params["hand"]
    theirs = {line.number: line for line in lines if line.table == table}
    line = theirs.get(number)
    states = await asyncio.to_thread(kept.states, line) if line is not None else ()
    if line is None or not states:
        raise Problem(404, NO_HAND)
    names = shown_names(request.site.room)
    return _hand_page(
        request, [named(state, names) for state in states], 1, table=table, number=number,
        here=f"/archive/{quote(table, safe='')}/", back=f"/archive?table={quote(table)}",
        back_name=said.say(N_("Archive")), when=moment(line.began, said),
        **_beside(number, list(theirs)),
    )  # fmt: skip


def _hand_page(request: Visit, states: list[PublicState], usual: int, **known: Any) -> Response:
    """Return a page with a picture of one moment of a hand, and every moment in words.

    The picture number comes from the URL. It defaults to `usual` if missing, and to 1 if it is
    invalid. `known` holds the page's other values.
    """
    said, asked = request.said, request.query_params.get("at", str(usual))
    at = min(max(number_in(asked, 1), 1), len(states))
    state = states[at - 1]
    return request.page(
        "tables/hand.html", at=at, words=[happening(one, said) for one in states],
        picture=felt(state, said), tall=felt(state, said, tall=True), **known,
    )  # fmt: skip


def numbers_of(seen: TableSeen) -> list[int]:
    """Return the numbers of a table's finished hands, newest first."""
    return [hand.number for hand in reversed(seen.hands) if hand.over]


def link(table: str) -> str:
    """Return the URL prefix for a table's hands, to which a hand's number is added."""
    return f"/table/{quote(table, safe='')}/hand/"


async def recent_hand(request: Visit) -> Response:
    """Show one moment of a recent hand as a picture, and all moments in words.

    Only hands whose public messages this web server has received can be shown.
    """
    name, number = request.path_params["table"], request.path_params["hand"]
    seen = request.site.hall.table(name)
    numbers = numbers_of(seen) if seen is not None else []
    found = seen.hands if seen is not None and number in numbers else ()
    kept = next((one for one in found if one.number == number), SeenHand(number))
    read, shown = map(state_understood, kept.pictures), shown_names(request.site.room)
    pictures = [named(one, shown) if shown else one for one in read if one is not None]
    if not pictures:
        raise Problem(404, NOT_STORED)
    back_name = request.said.say(N_("Table {table}"), table=name)
    return _hand_page(
        request, pictures, len(pictures), table=name, number=number, when="", here=link(name),
        back=f"/table/{quote(name, safe='')}", back_name=back_name,
        **_beside(number, numbers[::-1]),
    )  # fmt: skip


def _beside(number: int, numbers: list[int]) -> dict[str, int | None]:
    place = numbers.index(number)
    return {
        "before": numbers[place - 1] if place else None,
        "behind": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
