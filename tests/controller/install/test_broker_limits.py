"""The installed broker, its lowest account, and a table that goes on."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from controller.config.model import load_config
from controller.run.loop.daemon import Daemon
from controller.run.messages.mqtt import bound_id
from tests.controller.install.test_broker import ROOT, SCREEN, Installed, Somebody, mosquitto
from tests.controller.run.test_daemon import alive
from tests.mqtt import until
from tests.rig.attack.client_attacker import IDS

CONNECTIONS = 64


class Table:
    """An installed broker with a controller, and an ear of the floor's."""

    def __init__(self, installed: Installed, daemon: Daemon, floor: Somebody) -> None:
        self.installed = installed
        self.daemon = daemon
        self.floor = floor

    def heard(self, topic: str) -> list[Any]:
        """Return what the floor has heard on a topic."""
        return [body for where, body in self.floor.heard if where == f"{ROOT}/{topic}"]

    def named(self, user: str, word: str) -> bool:
        """Return whether the health names a user for something."""
        health = self.heard("health")
        clients = health[-1].get("clients", ()) if health else ()
        return any(one["user"] == user and word in one["problem"] for one in clients)

    def come_as(self, ident: str, *, clean: bool = True) -> Client:
        """Connect as the dashboard's user, with an id."""
        return come_as(self.installed, ident, clean=clean)


def come_as(
    installed: Installed,
    ident: str,
    user: str = "dashboard",
    *,
    clean: bool = True,
    near: bool = False,
) -> Client:
    """Connect to an installed broker with an id, at its port or (`near`) at the table's socket."""
    came = threading.Event()
    client = Client(
        CallbackAPIVersion.VERSION2, ident, clean_session=clean, transport="unix" if near else "tcp"
    )
    client.username_pw_set(user, installed.password(user))
    client.on_connect = client.on_disconnect = lambda *_: came.set()
    client.connect(str(installed.socket) if near else "127.0.0.1", installed.wish.port)
    client.loop_start()
    came.wait(30)
    return client


def leave(client: Client) -> None:
    client.disconnect()
    client.loop_stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Installed(tmp_path, config=f"{SCREEN}[broker]\nport = PORT\n")
    config = load_config(tmp_path / "etc/tapis/table.toml")
    with (
        mosquitto(tmp_path / "run", found.text, found.wish.port, found.wish.tls_port),
        found.somebody("floor") as floor,
        alive(config) as daemon,
    ):
        table = Table(found, daemon, floor)
        until(lambda: table.heard("status"))
        yield table


def test_no_id_that_the_lowest_account_knows_takes_the_tables_place(table: Table) -> None:
    for ident in (*IDS, "table-1", "tapis-home-1-out"):
        client = table.come_as(ident)
        until(client.is_connected)
        leave(client)
    until(lambda: table.daemon.broker and table.daemon.broker.connected)
    table.floor.say(f"{ROOT}/command/pause/floor", {"id": "p", "token": "no"})
    until(lambda: table.heard("reply/pause"))
    assert [one["status"] for one in table.heard("status")] == ["online"]


def test_the_id_is_the_users_who_has_the_password_and_stays_the_same(table: Table) -> None:
    """A table that comes anew closes its own old connection by it, and nobody else does."""
    client = table.come_as(bound_id("tapis-home-1", table.installed.password("table-1")))
    until(lambda: [one["status"] for one in table.heard("status")][1:] == ["offline", "online"])
    leave(client)


def test_who_connects_again_and_again_is_named(table: Table) -> None:
    for number in range(40):
        leave(table.come_as(f"ghost-{number}", clean=False))
    until(lambda: table.named("dashboard", "reconnecting to the broker"), 30)
    clients = table.heard("health")[-1]["clients"]
    assert clients[0]["client"] == "ghost-39 from 127.0.0.1"


def test_who_asks_for_everything_again_is_refused_and_named_and_others_are_not(
    table: Table,
) -> None:
    with table.installed.somebody("dashboard") as greedy:
        for number in range(150):
            request = {"id": f"g{number}", "data": {"after_seq": 0, "limit": 1000}}
            greedy.say(f"{ROOT}/command/replay/dashboard", request)
        until(lambda: table.named("dashboard", "repeat more events"), 30)
        refused = [body for body in table.heard("reply/replay") if not body["ok"]]
        assert {body["reason"] for body in refused} == {"too-many"}
        assert "try again in" in refused[0]["error"]
        table.floor.say(f"{ROOT}/command/replay/floor", {"id": "mine", "data": {"after_seq": 0}})
        until(lambda: any(one["id"] == "mine" and one["ok"] for one in table.heard("reply/replay")))
    assert not table.named("floor", "")


def test_what_is_no_command_is_answered_for_a_while_and_then_named(table: Table) -> None:
    with table.installed.somebody("display") as odd:
        for number in range(60):
            odd.say(f"{ROOT}/command/pause/display", {"id": f"o{number}", "token": "guess"})
        until(lambda: table.named("display", "invalid commands"), 30)
    assert 20 <= len(table.heard("reply/pause")) < 60


def test_no_more_connections_than_there_may_be_and_none_of_them_is_the_tables(
    tmp_path: Path,
) -> None:
    """All places of the port are taken while the table is away, and it comes back."""
    found = Installed(tmp_path, config=f"{SCREEN}[broker]\nport = PORT\n")
    config = load_config(tmp_path / "etc/tapis/table.toml")
    password = found.password("table-1")

    def statuses() -> list[str]:
        return [body["status"] for topic, body in ear.heard if topic == f"{ROOT}/status"]

    with (
        mosquitto(tmp_path / "run", found.text, found.wish.port, found.wish.tls_port),
        found.somebody("dashboard") as ear,
        ExitStack() as there,
    ):
        others = [come_as(found, f"many-{number}") for number in range(CONNECTIONS + 4)]
        for other in others:
            there.callback(leave, other)
        # With the ear: mosquitto counts whoever is connected at the port, logged in or not.
        places = [True] * (CONNECTIONS - 1) + [False] * 5
        assert [other.is_connected() for other in others] == places
        with alive(config) as daemon:
            until(lambda: statuses() == ["online"], what="the table comes in")
            leave(come_as(found, bound_id("tapis-home-1", password), "table-1", near=True))
            until(lambda: statuses()[1:] == ["offline", "online"], what="the table comes back")
            assert daemon.broker is not None
            assert daemon.broker.connected
        assert [other.is_connected() for other in others] == places


def test_a_table_hears_what_it_said_itself_before_its_journal_was_put_back(tmp_path: Path) -> None:
    """Its own account may read what the broker retains of it, and numbering begins anew."""
    found = Installed(tmp_path, config=f"{SCREEN}[broker]\nport = PORT\n")
    config = load_config(tmp_path / "etc/tapis/table.toml")
    with mosquitto(tmp_path / "run", found.text, found.wish.port, found.wish.tls_port):
        with found.somebody("floor") as floor, alive(config):
            until(lambda: f"{ROOT}/state" in [topic for topic, _ in floor.heard])
        with found.somebody("table-1") as before:
            before.say(f"{ROOT}/state", {"seq": 5000, "epoch": "", "head": ""}, retain=True)
        with found.somebody("floor") as floor, alive(config):
            until(lambda: f"{ROOT}/event/epoch.begun" in [topic for topic, _ in floor.heard])
            (begun,) = (body for topic, body in floor.heard if topic.endswith("epoch.begun"))
    assert begun["data"]["reason"] == "rolled-back"
