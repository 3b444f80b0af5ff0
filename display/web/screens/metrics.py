"""Metrics in Prometheus's text format for tables, room and pages, without any player data."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from starlette.responses import Response

from controller.contract.public import Health
from display.web.live.hall import CALL_MS, Hall, TableSeen, now_ms
from display.web.live.room import RoomSeen
from display.web.site import Visit

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"

Samples = Iterable[tuple[dict[str, str], float]]
"""The values of a metric, each as (its labels by name, the value)."""


async def metrics(request: Visit) -> Response:
    """Return the metrics for tables, room and pages."""
    site = request.site
    return answer_with([
        *of_pages(site.hall, site.streams.viewers), *of_tables(site.hall, site.hall.tables()),
        *_of_room(site.room),
    ])  # fmt: skip


def answer_with(lines: Iterable[str]) -> Response:
    """Return lines of metrics as an HTTP response in Prometheus's format."""
    return Response("".join(f"{line}\n" for line in lines), media_type=KIND)


def escaped(value: str) -> str:
    r"""Return a label value, escaped for the format.

    >>> escaped('a"b\\c')
    'a\\"b\\\\c'
    """
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _family(kind: str, name: str, about: str, samples: Samples) -> Iterator[str]:
    yield f"# HELP tapis_{name} {about}"
    yield f"# TYPE tapis_{name} {kind}"
    for labels, value in samples:
        named = ",".join(f'{label}="{escaped(text)}"' for label, text in labels.items())
        yield f"tapis_{name}{'{' if named else ''}{named}{'}' if named else ''} {value:.17g}"


_gauge = partial(_family, "gauge")


def of_pages(hall: Hall, viewers: int) -> Iterator[str]:
    """Yield the metrics of the web server itself; `viewers` is how many browsers it pushes to."""
    yield from _gauge("broker_up", "1 when the broker is connected.", [({}, hall.current)])
    yield from _gauge(
        "web_streams", "Number of browsers that receive live updates.", [({}, viewers)]
    )


def _players(seen: TableSeen) -> int:
    state = seen.view.state
    return sum(seat.status != "empty" for seat in state.seats) if state is not None else 0


OF_TABLE: Final[tuple[tuple[str, str, Callable[[TableSeen], float]], ...]] = (
    ("table_online", "1 when the table's controller is online.", lambda seen: seen.view.online),
    ("table_hand", "Number of the current hand.",
     lambda seen: seen.view.state.hand if seen.view.state is not None else 0),
    ("table_players", "Number of occupied seats.", _players),
    ("table_rulings", "Number of open rulings.",
     lambda seen: len(seen.view.state.rulings) if seen.view.state is not None else 0),
    ("table_floor_called", "1 while a call for the floor is pending.",
     lambda seen: bool(seen.called) and now_ms() - seen.called < CALL_MS),
)  # fmt: skip
"""The metrics of a table: name, description, and the function that returns the value."""


def of_tables(hall: Hall, tables: list[TableSeen]) -> Iterator[str]:
    """Yield metrics for these tables, in the given order."""

    def by_table(value: Callable[[TableSeen], float]) -> Samples:
        return [({"table": seen.name}, value(seen)) for seen in tables]

    for metric, about, value in OF_TABLE:
        yield from _gauge(metric, about, by_table(value))
    yield from _of_health([
        (seen.name, *told) for seen in tables
        if seen.view.online and (told := hall.health(seen.name)) is not None
    ])  # fmt: skip


OF_HEALTH: Final[tuple[tuple[str, str, Callable[[Health], float | None]], ...]] = (
    ("table_journal_ok", "1 when events are written to disk.", lambda h: h.journal == "ok"),
    ("table_clock_ok", "1 when the wall clock is trusted.", lambda h: h.clock == "ok"),
    ("table_waiting", "Number of observations not yet on disk.", lambda h: h.waiting),
    ("table_backlog", "Number of events that the broker has not acknowledged.",
     lambda h: h.backlog),
    ("table_aside", "Number of observations that could not be replayed at startup.",
     lambda h: h.aside),
    ("table_cpu_celsius", "Temperature of the processor.", lambda h: h.celsius),
    ("table_disk_free_bytes", "Free space on the journal's disk.", lambda h: h.disk_free),
    ("table_clients_over_share", "Number of clients over their request limit.",
     lambda h: len(h.clients)),
)  # fmt: skip
"""The metrics of a table's health: name, description, and the function that returns the value."""


def _of_health(tables: list[tuple[str, int, Health]]) -> Iterator[str]:
    """Yield the health metrics of tables.

    Each table is given as its name, the time at which its health message arrived (ms since 1970),
    and its health.
    """

    def by_table(value: Callable[[Health], float | None]) -> Samples:
        known = ((name, value(health)) for name, _, health in tables)
        return [({"table": name}, figure) for name, figure in known if figure is not None]

    yield from _gauge(
        "table_health_timestamp_seconds", "Time of the table's last health report.",
        [({"table": name}, at / 1000) for name, at, _ in tables],
    )  # fmt: skip
    for metric, about, value in OF_HEALTH:
        yield from _gauge(metric, about, by_table(value))
    yield from _family(
        "counter", "table_refused_total", "Number of unauthorised requests since the start.",
        by_table(lambda h: sum(one.count for one in h.refused)),
    )  # fmt: skip
    yield from _of_devices([(name, health) for name, _, health in tables])


def _of_devices(tables: list[tuple[str, Health]]) -> Iterator[str]:
    devices = [
        ({"table": name, "device": one.device}, one)
        for name, health in tables for one in health.devices
    ]  # fmt: skip
    yield from _gauge(
        "table_device_up", "1 when the device answers.", ((at, one.ok) for at, one in devices)
    )
    yield from _family(
        "counter", "table_device_left_out_total", "Messages that a device sent over its limit.",
        ((at, one.left_out) for at, one in devices),
    )  # fmt: skip
    zones = [
        ({"table": name, "zone": one.zone}, one) for name, health in tables for one in health.zones
    ]
    yield from _gauge(
        "table_zone_scans_per_second", "Read rate of a zone.",
        ((at, one.scans) for at, one in zones),
    )  # fmt: skip
    yield from _gauge(
        "table_zone_blind", "1 when a zone is not read.", ((at, one.blind) for at, one in zones)
    )


def _of_room(room: RoomSeen) -> Iterator[str]:
    state, health = room.state, room.health
    yield from _gauge("room_up", "1 when the room's process is running.", [({}, room.online)])
    if state is not None:
        yield from _gauge("room_seq", "Last row of the log.", [({}, state.seq)])
        yield from _gauge(
            "room_players_left", "Number of players still in.", [({}, state.left_players)]
        )
    if health is not None:
        yield from _gauge("room_log_ok", "1 when the log is healthy.", [({}, health.log == "ok")])
        yield from _gauge(
            "room_orders", "Number of commands without an answer.", [({}, health.orders)]
        )
