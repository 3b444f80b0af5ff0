"""The metrics of tables and room: each figure as it is, at its limits and without any."""

from collections.abc import Iterable

import pytest
from msgspec import json
from msgspec.structs import replace

from controller.contract.public import HandStatus, Health
from controller.contract.topics import ClientHealth, DeviceHealth, RefusedHealth, ZoneHealth
from controller.contract.venue.views import LogHealth
from display.feed import FeedSource, View
from display.web.live.hall import CALL_MS, Hall, TableSeen
from display.web.screens.metrics import escaped, of_pages, of_tables
from tests.display.web.in_process import shown
from tests.rig.pictures import example_tables as e
from tests.streams.evenings import NOW, Evening, views
from tests.streams.pages import standing_still


def figures(lines: Iterable[str]) -> dict[str, float]:
    """Return what is measured, by name and labels."""
    read = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in read}


def nowhere() -> Hall:
    return Hall(FeedSource(), lambda *_: None, lambda *_: False)


@pytest.mark.parametrize(
    ("called", "stands"),
    [(0, 0), (1, 0), (NOW - CALL_MS, 0), (NOW - CALL_MS + 1, 1), (NOW, 1)],
)
def test_a_call_for_the_floor_is_counted_for_ten_minutes(called: int, stands: int) -> None:
    with standing_still():
        found = figures(of_tables(nowhere(), [TableSeen("5", called=called)]))
    assert found['tapis_table_floor_called{table="5"}'] == stands


def test_a_call_in_the_first_ten_minutes_of_all_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that starts in 1970 makes no table call."""
    monkeypatch.setattr("time.time_ns", lambda: 5)
    found = figures(of_tables(nowhere(), [TableSeen("5")]))
    assert found['tapis_table_floor_called{table="5"}'] == 0


def test_the_figures_of_a_table_are_those_of_its_state() -> None:
    state = e.with_seat(e.ruling(), 3, status=HandStatus.EMPTY)
    tables = [
        TableSeen("2", View(state, online=True)), TableSeen("8", View(replace(e.flop(), hand=4))),
        TableSeen("9", View(online=False)),
    ]  # fmt: skip
    found = figures(of_tables(nowhere(), tables))
    told = {
        "online": (1, 1, 0), "hand": (17, 4, 0), "players": (5, 6, 0), "rulings": (1, 0, 0),
    }  # fmt: skip
    for name, values in told.items():
        assert tuple(found[f'tapis_table_{name}{{table="{n}"}}'] for n in (2, 8, 9)) == values
    assert not any("health" in name for name in found)


def test_the_health_of_a_table_that_is_on_is_told() -> None:
    health = Health(
        "S1", waiting=2, backlog=3, aside=4, celsius=0.0,
        devices=(DeviceHealth("reader", False, "", 5),), zones=(ZoneHealth("board", 9.5, True),),
        refused=(RefusedHealth("pin", "screen", 6, ""), RefusedHealth("token", "screen", 1, "")),
        clients=(ClientHealth("", "too many"),),
    )  # fmt: skip
    bad = replace(health, journal="disk-full", clock="jumped", celsius=None, disk_free=8)
    hall = nowhere()
    for name, one in (("2", health), ("3", bad), ("4", health)):
        hall._health[name] = (5_000, json.encode(one))
    tables = [TableSeen("2", View(online=True)), TableSeen("3"), TableSeen("5"),
              TableSeen("4", View(online=False))]  # fmt: skip
    found = figures(of_tables(hall, tables))
    told: dict[str, tuple[float | None, float | None]] = {
        "health_timestamp_seconds": (5, 5), "journal_ok": (1, 0), "clock_ok": (1, 0),
        "waiting": (2, 2), "backlog": (3, 3), "aside": (4, 4), "cpu_celsius": (0, None),
        "disk_free_bytes": (None, 8), "clients_over_share": (1, 1), "refused_total": (7, 7),
    }  # fmt: skip
    for name, values in told.items():
        assert tuple(found.get(f'tapis_table_{name}{{table="{n}"}}') for n in (2, 3)) == values
    at = 'table="2",device="reader"', 'table="2",zone="board"'
    assert found[f"tapis_table_device_up{{{at[0]}}}"] == 0
    assert found[f"tapis_table_device_left_out_total{{{at[0]}}}"] == 5
    assert found[f"tapis_table_zone_scans_per_second{{{at[1]}}}"] == 9.5
    assert found[f"tapis_table_zone_blind{{{at[1]}}}"] == 1
    assert not any('table="4"' in name and "online" not in name for name in found
                   if "health" in name or "device" in name)  # fmt: skip


def test_the_pages_count_who_looks_and_whether_the_broker_is_there() -> None:
    hall = nowhere()
    assert figures(of_pages(hall, 3)) == {"tapis_broker_up": 0, "tapis_web_streams": 3}
    hall._linked("up")
    assert figures(of_pages(hall, 0)) == {"tapis_broker_up": 1, "tapis_web_streams": 0}


@pytest.mark.parametrize("log", list(LogHealth))
def test_the_figures_of_a_room_are_those_that_it_has_told(log: LogHealth) -> None:
    told = views(health={"log": log, "orders": 4})
    for evening, known in ((Evening(told, {}), True), (Evening({}, {}), False)):
        with shown(evening) as pages:
            answer = pages.get("/metrics")
        found = figures(answer.text.splitlines())
        assert found["tapis_room_up"] == known
        wanted = {
            "tapis_room_seq": 91, "tapis_room_players_left": 16, "tapis_room_orders": 4,
            "tapis_room_log_ok": log == "ok",
        }  # fmt: skip
        assert {name: found.get(name) for name in wanted} == (
            wanted if known else dict.fromkeys(wanted)
        )


def test_a_label_holds_whatever_a_table_is_called() -> None:
    assert escaped('a"b\\c\nd') == 'a\\"b\\\\c\\nd'
