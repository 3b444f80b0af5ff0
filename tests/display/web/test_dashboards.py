"""Anybody's dashboard: what the docs show is run as it stands there."""

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest
from playwright.sync_api import Browser, expect

from controller.contract.public import EVENTS, DeviceHealth, Health, ZoneHealth
from controller.play.sinks.servers import Mosquitto
from display.web.home_assistant import configs
from hardware.free_ports import free_port
from tests.controller.install.test_broker import Installed, Somebody, mosquitto
from tests.controller.table_page.test_page_outside import figures
from tests.display.web.world import World, called
from tests.mqtt import Subscriber, until
from tests.rig.pictures import example_tables as e

PROJECT = Path(__file__).parents[3]
QUEUES = "acl_file {}/acl\nmax_queued_messages 1000\nmax_inflight_messages 100"
"""As they are in an installed broker: without a bound mosquitto leaves whom it denies something."""

DOCS = (PROJECT / "docs" / "DASHBOARDS.md").read_text("utf-8")


def block(language: str) -> str:
    """Return the one block of a language in the docs."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """Return a table's broker with a listener for browsers, and a state on it."""
    folder = tmp_path_factory.mktemp("broker")
    found = Installed(folder, websockets=free_port(), room="home")
    ports = found.wish.port, found.wish.tls_port, found.wish.websockets
    with mosquitto(folder / "run", found.text, *ports):
        with found.somebody("venue") as venue:
            venue.say("tapis/home/venue/state", {"room": "home"}, retain=True)
        with found.somebody("table-1") as table:
            table.say("tapis/home/1/state", msgspec.to_builtins(e.flop()), retain=True)
        yield found


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, as somebody's own web server would."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_subscriber_in_python(installed: Installed, tmp_path: Path) -> None:
    assert len([line for line in block("python").splitlines() if line.strip()]) <= 20
    (tmp_path / "board.py").write_text(block("python"), "utf-8")
    asked = (
        sys.executable, str(tmp_path / "board.py"), "localhost", str(installed.wish.tls_port),
        installed.password("dashboard"), str(installed.ca),
    )  # fmt: skip
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as board:
        assert board.stdout is not None
        assert board.stdout.readline() == "table 1: hand 17, 6 players\n"
        board.terminate()


def test_the_subscriber_in_a_browser(
    chromium: Browser, installed: Installed, tmp_path: Path
) -> None:
    assert len(block("html").splitlines()) <= 20
    (tmp_path / "board.html").write_text(block("html"), "utf-8")
    shutil.copy(PROJECT / "node_modules/paho-mqtt/paho-mqtt-min.js", tmp_path)
    to = f"localhost/{installed.wish.websockets}/{installed.password('dashboard')}"
    with served(tmp_path) as url, chromium.new_context(ignore_https_errors=True) as window:
        page = window.new_page()
        page.goto(f"{url}/board.html#{to}")
        expect(page.locator("tr")).to_have_text("table 1: hand 17, 6 players")


def test_without_a_port_browsers_do_not_reach_the_broker(tmp_path: Path) -> None:
    assert "websockets" not in Installed(tmp_path).text


def test_the_rights_in_the_docs(tmp_path: Path) -> None:
    """The pages and dashboards hear what is public, and say nothing to a table."""
    (tmp_path / "acl").write_text(block("acl"), "utf-8")
    (tmp_path / "acl").chmod(0o644)
    tmp_path.chmod(0o755)
    topics = ("1/state", "1/event/hand.ended", "1/floor/event/hand.ended", "1/command/pause",
              "venue/state", "1/status")  # fmt: skip
    with Mosquitto(tmp_path, QUEUES.format(tmp_path)) as broker:
        heard: dict[str, set[str]] = {}
        with ExitStack() as here:
            people = {
                user: here.enter_context(Somebody(broker.port, user, "x"))
                for user in ("web", "dashboard", "venue")
            }
            for user, one in people.items():
                for topic in topics:
                    one.say(f"tapis/club/{topic}", user)
            last = ("tapis/club/venue/state", "last")
            people["venue"].say(*last)
            for user, one in people.items():
                until(functools.partial(one.heard.__contains__, last))
                heard[user] = {f"{topic} by {said}" for topic, said in one.heard if said != "last"}
    private = {"1/floor/event/hand.ended", "1/command/pause"}
    for user in ("web", "dashboard"):
        expected = {f"tapis/club/{topic} by venue" for topic in topics if topic not in private}
        assert heard[user] == expected


def test_home_assistant_is_told_of_each_table_once_and_nothing_of_any_player(
    tmp_path: Path,
) -> None:
    with World(tmp_path, "--home-assistant") as world:
        with Subscriber(world.broker.port, "homeassistant/#") as home:
            world.fill()
            until(lambda: len(home.heard) >= 96, what="eight tables with twelve entities each")
            world.say("1/event/floor.called", called("1", 30_000), retain=False)
            until(lambda: "need-floor" in world.get("/floor", "floor").text)
            assert len(home.heard) == 96
            said = json.dumps([body for _, body, _ in home.heard])
            assert not any(name in said for name in ("Bruno", "Driss", "Martin"))
        with Subscriber(world.broker.port, "homeassistant/#") as later:
            until(lambda: len(later.heard) == 96, what="it is retained")
            assert all(retained for _, _, retained in later.heard)


def test_what_home_assistant_reads_is_there() -> None:
    bodies = {topic: json.loads(text) for topic, text in configs("ha", "tapis/club", "3").items()}
    assert {topic.split("/")[3] for topic in bodies} == {
        "status", "phase", "button", "turn", "ruling", "floor_called", "devices", "blind_zones",
        "journal", "backlog", "heat", "disk",
    }  # fmt: skip
    for body in bodies.values():
        topic = body["state_topic"].removeprefix("tapis/club/3/")
        known = topic in ("status", "state", "health")
        assert known or topic.removeprefix("event/") in EVENTS
        assert body["unique_id"].startswith("tapis_club_3_")


def test_a_value_that_may_be_unknown_is_a_number_to_home_assistant() -> None:
    """2024.3 shows a text "None" as it stands."""
    sensors = [json.loads(text) for text in configs("ha", "tapis/club", "3").values()]
    unknown = [one for one in sensors if "'None'" in one.get("value_template", "")]
    assert {one["name"] for one in unknown} == {"Button", "Seat in turn", "Heat", "Free disk"}
    numbers = {"unit_of_measurement", "state_class", "suggested_display_precision"}
    assert all(numbers & one.keys() for one in unknown)


def test_a_call_for_the_floor_keeps_its_seat_in_home_assistant() -> None:
    """The template is rendered as Home Assistant does, with the event as it travels."""
    bodies = {topic: json.loads(text) for topic, text in configs("ha", "tapis/club", "3").items()}
    template = bodies["ha/event/tapis_club_3/floor_called/config"]["value_template"]
    for data in ({"seat": 4, "about": "absence"}, {"seat": 0}):
        event = msgspec.to_builtins(called("3", 1, **data))
        said = json.loads(jinja2.Template(template).render(value_json=event))
        assert said == {
            "event_type": "called",
            "reason": data.get("about", ""),
            "seat": data["seat"],
        }


def test_nothing_is_announced_unless_it_is_asked_for(world: World) -> None:
    with Subscriber(world.broker.port, "homeassistant/#") as home:
        home.say("homeassistant/probe", {"probe": 1})
        until(lambda: home.heard)
        assert [topic for topic, _, _ in home.heard] == ["homeassistant/probe"]


def test_prometheus_reads_the_figures_and_no_player(world: World) -> None:
    world.call_floor()
    said = Health(
        "S1", backlog=3, celsius=48.5, disk_free=12, zones=(ZoneHealth("board", 0.0, blind=True),),
        devices=(DeviceHealth("board", ok=False),),
    )  # fmt: skip
    world.say("1/health", said)
    # A family's name is there before its first figure.
    until(lambda: ("tapis_table_backlog", ("1",)) in figures(world.get("/metrics").text))
    answer = world.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = figures(answer.text)
    assert found["tapis_broker_up", ()] == 1
    assert found["tapis_table_players", ("1",)] == 6
    assert found["tapis_table_rulings", ("2",)] == 1
    assert found["tapis_table_floor_called", ("7",)] == 1
    assert found["tapis_room_players_left", ()] == 16
    assert not re.search(r"Bruno|Driss|\bp_\d", answer.text)
    assert found["tapis_table_backlog", ("1",)] == 3
    assert found["tapis_table_device_up", ("1", "board")] == 0
    names: Any = set(re.findall(r"`(tapis_\w+)", DOCS))
    assert names == {name for name, _ in found}
