"""What Prometheus may know, in its text format: nothing of any player."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from display.web.hall import CALL_MS, TableSeen, now_ms
from display.web.room import RoomSeen
from display.web.site import Site

KIND = "text/plain; version=0.0.4; charset=utf-8"


async def metrics(request: Request) -> Response:
    """Return the figures of tables, room and pages."""
    site: Site = request.app.state.site
    lines = [*_of_pages(site), *_of_tables(site.hall.tables()), *_of_room(site.room)]
    return Response("".join(f"{line}\n" for line in lines), media_type=KIND)


def escaped(value: str) -> str:
    r"""Return a label's value as the format wants it.

    >>> escaped('a"b\\c')
    'a\\"b\\\\c'
    """
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _gauge(name: str, about: str, values: list[tuple[str, float]]) -> Iterator[str]:
    yield f"# HELP tapis_{name} {about}"
    yield f"# TYPE tapis_{name} gauge"
    for labels, value in values:
        yield f"tapis_{name}{labels} {value:g}"


def _of_pages(site: Site) -> Iterator[str]:
    yield from _gauge("broker_up", "1 when the broker is there.", [("", site.hall.current)])
    yield from _gauge("web_streams", "Browsers that are pushed to.", [("", site.streams.viewers)])


def _of_tables(tables: list[TableSeen]) -> Iterator[str]:
    def by_table(value: list[float]) -> list[tuple[str, float]]:
        named = [f'{{table="{escaped(seen.name)}"}}' for seen in tables]
        return list(zip(named, value, strict=True))

    states = [seen.view.state for seen in tables]
    now = now_ms()
    yield from _gauge(
        "table_online", "1 when the table's controller is there.",
        by_table([seen.view.online for seen in tables]),
    )  # fmt: skip
    yield from _gauge(
        "table_hand", "The number of the hand.",
        by_table([state.hand if state is not None else 0 for state in states]),
    )  # fmt: skip
    yield from _gauge(
        "table_players", "Seats that are taken.",
        by_table([
            sum(seat.status != "empty" for seat in state.seats) if state is not None else 0
            for state in states
        ]),
    )  # fmt: skip
    yield from _gauge(
        "table_rulings", "Rulings that are open.",
        by_table([len(state.rulings) if state is not None else 0 for state in states]),
    )  # fmt: skip
    called = [bool(seen.called) and now - seen.called < CALL_MS for seen in tables]
    yield from _gauge("table_floor_called", "1 while the floor is called.", by_table([*called]))


def _of_room(room: RoomSeen) -> Iterator[str]:
    state, health = room.state, room.health
    yield from _gauge("room_up", "1 when the room's process is there.", [("", room.online)])
    if state is not None:
        yield from _gauge("room_seq", "The last row of the log.", [("", state.seq)])
        yield from _gauge("room_players_left", "Players who are in.", [("", state.left_players)])
    if health is not None:
        yield from _gauge("room_log_ok", "1 when the log is well.", [("", health.log == "ok")])
        yield from _gauge("room_orders", "Orders without an answer.", [("", health.orders)])
