"""A table's page and a room's at Home Assistant itself and at Prometheus's own tool.

`make outside` runs this.

The broker is an installed one, with the rights that `tapis install` writes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import DeviceHealth, Health, Status, ZoneHealth
from hardware.free_ports import free_port
from tests.controller.install.test_broker import ROOT, Installed, mosquitto
from tests.controller.install.test_room_ticket import Club, club, evening
from tests.display.web.world import called
from tests.mqtt import until
from tests.rig.pictures import example_tables as e

PATIENCE = 60.0
HERE = Path(__file__).parent


class HomeAssistant:
    """Home Assistant at a broker, as its user `homeassistant`."""

    def __init__(self, folder: Path, port: int, root: Path) -> None:
        folder.mkdir()
        ours = str(HERE / "home_assistant_core.py")
        password = (root / "etc/tapis/passwords/homeassistant").read_text().strip()
        self._process = subprocess.Popen(
            (os.environ["TAPIS_HOME_ASSISTANT"], ours, str(folder), str(port), "homeassistant",
             password),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def look(self) -> dict[str, Any]:
        """Return all that it shows now."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("?\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def states(self, table: int = 1) -> dict[str, str]:
        """Return the states of a table's entities, without what stands before their names."""
        shown = self.look()["states"]
        parted = ((name.partition(f"table_{table}_"), one) for name, one in shown.items())
        return {rest: str(one["state"]) for (_, found, rest), one in parted if found}

    def attributes(self, entity: str) -> dict[str, Any]:
        """Return what an entity tells besides its state."""
        return dict(self.look()["states"][entity]["attributes"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        log = self._process.communicate("\n", timeout=PATIENCE)[1]
        wrong = (
            "ERROR",
            "WARNING:homeassistant.components.mqtt",
            "WARNING:homeassistant.helpers.t",
        )
        self.complaints = [line for line in log.splitlines() if line.startswith(wrong)]


@contextmanager
def page_of(broker: Installed, folder: Path) -> Iterator[str]:
    """Serve the table's page as its unit does; give where."""
    secret = folder / "page-password"
    secret.write_text(broker.password("page"))
    address = f"127.0.0.1:{free_port()}"
    with serving(
        address, "page", "web", "--listen", address, "--care", str(folder / "care.sock"),
        "--host", "127.0.0.1", "--port", str(broker.wish.port), "--topic", ROOT, "--user", "page",
        "--password-file", str(secret), "--home-assistant",
    ) as url:  # fmt: skip
        yield url


@contextmanager
def pages_of(at: Club) -> Iterator[str]:
    """Serve the room's pages by the very line of their unit, and a word more; give where."""
    unit = (at.root / "etc/systemd/system/tapis-venue-page.service").read_text("utf-8")
    line = next(one for one in unit.splitlines() if one.startswith("ExecStart="))
    _, _, words = line.partition(" ")
    words = words.replace("%d/password", str(at.root / "etc/tapis/passwords/venue-page"))
    address = f"127.0.0.1:{free_port()}"
    more = f"--listen {address} --link https://poker.example --home-assistant"
    with serving(address, *words.replace("$TAPIS_VENUE_PAGE", more).split()) as url:
        yield url


@contextmanager
def serving(address: str, *arguments: str) -> Iterator[str]:
    """Run a command that serves pages until the block ends; give where."""
    command = (sys.executable, "-c", "from controller.cli import app; app()", *arguments)
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: _answers(address), PATIENCE, what="the page is there")
            yield f"http://{address}"
        finally:
            process.terminate()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/metrics").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    found = Installed(tmp_path / "broker")
    with mosquitto(tmp_path / "run", found.text, found.wish.port, found.wish.tls_port):
        yield found


HEALTH = Health(
    "S1", backlog=3, celsius=48.5, disk_free=12_300_000_000, journal="disk-full",
    devices=(DeviceHealth("board", ok=False, problem="silent"), DeviceHealth("shoe", ok=True)),
    zones=(ZoneHealth("board", 0.0, blind=True), ZoneHealth("muck", 9.0)),
)  # fmt: skip


def test_home_assistant_and_promtool_take_all_that_a_tables_page_says(
    tmp_path: Path, installed: Installed
) -> None:
    with (
        page_of(installed, tmp_path) as url,
        installed.somebody("table-1") as table,
        HomeAssistant(tmp_path / "home", installed.wish.port, installed.root) as home,
    ):

        def say(rest: str, fact: object) -> None:
            table.say(f"{ROOT}/{rest}", msgspec.to_builtins(fact), retain="event" not in rest)

        say("status", Status("online", "S1", "1", "0.2.0"))
        say("state", replace(e.ruling(), table="1"))
        say("health", HEALTH)
        until(lambda: home.states().get("heat") == "48.5", PATIENCE, what="all is discovered")
        state = e.ruling()
        assert home.states() == {
            "status": "on", "phase": str(state.phase), "button": str(state.button),
            "seat_in_turn": str(state.turn) if state.turn else "unknown",
            "open_ruling": str(state.rulings[0].kind), "floor_called": "unknown",
            "devices": "on", "blind_zones": "on", "journal": "disk-full", "broker_backlog": "3",
            "heat": "48.5", "free_disk": "12.3",
        }  # fmt: skip
        assert home.attributes("binary_sensor.table_1_devices")["silent"] == ["board"]
        assert home.attributes("binary_sensor.table_1_blind_zones")["blind"] == ["board"]
        assert home.attributes("sensor.table_1_open_ruling")["article"] == state.rulings[0].article
        (device,) = home.look()["devices"]
        assert device == {"name": "Table 1", "sw_version": "0.2.0", "url": url}

        say("event/floor.called", called("1", 900, seat=4, about="absence"))
        until(
            lambda: home.states()["floor_called"] != "unknown", PATIENCE, what="the call is there"
        )
        call = home.attributes("event.table_1_floor_called")
        assert (call["event_type"], call["seat"], call["reason"]) == ("called", 4, "absence")

        say("health", Health("S1"))
        say("state", replace(e.dealing(), table="1"))
        until(lambda: home.states()["journal"] == "ok", PATIENCE)
        assert home.states()["heat"] == home.states()["free_disk"] == "unknown"
        assert (home.states()["devices"], home.states()["open_ruling"]) == ("off", "none")

        say("status", Status("offline", "S1", "1", "0.2.0"))
        until(lambda: home.states()["phase"] == "unavailable", PATIENCE)
        assert home.states()["status"] == "off"

        say("status", Status("online", "S1", "1", "0.2.0"))
        say("health", HEALTH)
        figures = 'tapis_table_cpu_celsius{table="1"}'
        until(lambda: figures in httpx.get(f"{url}/metrics").text, PATIENCE)
        text = httpx.get(f"{url}/metrics").text
    assert home.complaints == []
    assert promtool(text) == (0, "")


def promtool(metrics: str) -> tuple[int, str]:
    """Return how Prometheus's own tool ends, and all that it says."""
    lint = subprocess.run(
        ["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True
    )
    return lint.returncode, lint.stdout + lint.stderr


def test_home_assistant_and_promtool_take_all_that_a_room_and_its_tables_say(
    tmp_path: Path,
) -> None:
    """Room and tables are real ones: one table is on the room's machine, one behind a bridge."""
    with (
        club(tmp_path) as at,
        pages_of(at) as url,
        HomeAssistant(tmp_path / "home", at.port, at.root) as home,
    ):
        evening(at)
        for table in (1, 2):
            until(
                lambda table=table: home.states(table).get("phase") == "idle"  # type: ignore[misc]
                and home.states(table).get("free_disk", "unknown") != "unknown",
                PATIENCE, what=f"all of table {table} is discovered",
            )  # fmt: skip
            shown = home.states(table)
            assert len(shown) == 12
            assert shown["button"] in "12345678"
            assert (shown["status"], shown["journal"], shown["devices"]) == ("on", "ok", "off")
        devices = home.look()["devices"]
        assert {one["name"]: one["url"] for one in devices} == {
            f"Table {table}": f"https://poker.example/table/{table}" for table in (1, 2)
        }
        text = httpx.get(f"{url}/metrics").text
        for figure in ('tapis_table_players{table="2"} 5', "tapis_room_players_left 10"):
            assert figure in text
    assert home.complaints == []
    assert promtool(text) == (0, "")
