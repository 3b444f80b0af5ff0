"""The installed broker, run for real: who may say what, over TLS, and the line to the venue."""

import getpass
import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from typer.testing import CliRunner

from controller.admin.byhand import byhand_app
from controller.config.model import SYSTEM_SOCKET, load_config
from controller.houses.loader import house_hash, load_house
from controller.install.installed_files import install_files
from controller.install.layout import InstallOptions
from controller.run.access.floor_pin import pin_for, save_pin
from display.ask import Asker, read_token
from display.feed import FeedSource
from hardware.free_ports import free_port
from tests.controller.run.test_daemon import alive
from tests.mqtt import until

ROOT = "tapis/home/1"
QUIET = f"user {getpass.getuser()}\nlog_dest none\n"


@contextmanager
def mosquitto(folder: Path, text: str, *ports: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A broker with this configuration, for as long as the block lasts."""
    folder.mkdir(exist_ok=True)
    config = folder / "mosquitto.conf"
    config.write_text(QUIET + text)
    process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", str(config)])
    try:

        def listens() -> bool:
            assert process.poll() is None, "mosquitto has ended"
            return listening() >= {*ports}

        until(listens, what="mosquitto listens")
        yield process
    finally:
        process.terminate()
        process.wait(30)


def listening() -> set[int]:
    """Return the ports at which somebody listens on this machine.

    To try one would be a connection that ends, and mosquitto before 2.0.12 counts each of them
    twice: one more may come in for every one that has left. Its listener for browsers takes IPv4 by
    a socket of IPv6 where the machine has that.
    """
    files = [Path("/proc/net") / name for name in ("tcp", "tcp6")]
    lines = [line for file in files if file.exists() for line in file.read_text().splitlines()[1:]]
    rows = [line.split() for line in lines]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A"}


class Somebody:
    """A client of the broker: what it hears, and whether it was let in."""

    def __init__(
        self,
        port: int,
        user: str = "",
        password: str = "",
        ca: Path | None = None,
        *,
        remembered_as: str = "",
        hears: str = "#",
    ) -> None:
        self.heard: list[tuple[str, Any]] = []
        self.refused = ""
        self._known = threading.Event()
        self._subscribed = threading.Event()
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, remembered_as, clean_session=not remembered_as
        )
        if user:
            client.username_pw_set(user, password)
        if ca is not None:
            client.tls_set(str(ca))
        client.on_connect = self._connected
        client.on_message = self._hear
        client.on_subscribe = lambda *_: self._subscribed.set()
        client.connect("127.0.0.1", port)
        client.loop_start()
        assert self._known.wait(30)
        if not self.refused:
            client.subscribe(hears, qos=1)
            assert self._subscribed.wait(30)

    def say(self, topic: str, body: object = None, *, retain: bool = False) -> None:
        """Publish, and wait until the broker has taken it (or thrown it away)."""
        sent = self._client.publish(topic, json.dumps(body), qos=1, retain=retain)
        sent.wait_for_publish(10)

    def topics(self) -> list[str]:
        """Return the topics heard, without the table's root."""
        return [topic.removeprefix(f"{ROOT}/") for topic, _ in self.heard]

    def _connected(self, _: Client, __: Any, ___: Any, reason: Any, ____: Any) -> None:
        self.refused = str(reason) if reason.is_failure else ""
        self._known.set()

    def _hear(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self.heard.append((message.topic, json.loads(message.payload)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def conf_below(root: Path, socket: Path) -> str:
    """Return the configuration of a broker that was installed into a folder, as it runs there."""
    files = sorted((root / "etc/mosquitto/conf.d").glob("*.conf"))
    text = "".join(file.read_text() for file in files).replace("/etc/", f"{root}/etc/")
    return text.replace(str(SYSTEM_SOCKET), str(socket))


class Installed:
    """A broker as it was installed into a folder."""

    def __init__(self, root: Path, *, config: str = "", **wishes: Any) -> None:
        self.root = root
        self.wish = InstallOptions("/bin/true", port=free_port(), tls_port=free_port(), **wishes)
        self.socket = root / "mqtt.sock"
        broker = f'port = {self.wish.port}\nsocket = "{self.socket}"'
        config = config.replace("port = PORT", broker)
        install_files(self.wish, root, config=config, hosts=("localhost", "127.0.0.1"))
        self.ca = root / "etc/tapis/tls/ca.crt"
        self.text = conf_below(root, self.socket)

    def password(self, user: str) -> str:
        """Return the password of one of its users."""
        return (self.root / "etc/tapis/passwords" / user).read_text().strip()

    def somebody(self, user: str, *, tls: bool = False) -> Somebody:
        """Let one of its users in."""
        port = self.wish.tls_port if tls else self.wish.port
        return Somebody(port, user, self.password(user), self.ca if tls else None)


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    found = Installed(tmp_path)
    with mosquitto(tmp_path / "run", found.text, found.wish.port, found.wish.tls_port):
        yield found


SAID = ("status", "state", "health", "event/board.dealt", "reply/pause", "reply/replay",
        "replay/x1", "command/pause", "command/replay", "command/replay/dashboard",
        "command/pause/floor", "command/pause/display", "command/pause/page", "card",
        "floor/event/hand.ended")  # fmt: skip
LOOKS = {"status", "state", "health", "card", "event/board.dealt"}
HEARS = {
    "table-1": {
        "state",
        "command/pause",
        "command/replay",
        "command/replay/dashboard",
        "command/pause/floor",
        "command/pause/display",
        "command/pause/page",
    },
    "floor": LOOKS | {"reply/pause", "reply/replay", "replay/x1", "floor/event/hand.ended"},
    "display": LOOKS | {"reply/pause", "reply/replay", "replay/x1"},
    "dashboard": LOOKS | {"reply/replay", "replay/x1"},
    "page": LOOKS | {"reply/pause", "reply/replay"},
}
SAYS = {
    "table-1": LOOKS | {"reply/pause", "reply/replay", "replay/x1", "floor/event/hand.ended"},
    "floor": {"command/pause", "command/replay", "command/pause/floor"},
    "display": {"command/pause", "command/replay", "command/pause/display"},
    "dashboard": {"command/replay", "command/replay/dashboard"},
    "page": {"command/pause", "command/replay", "command/pause/page"},
}  # fmt: skip


def test_each_user_says_and_hears_what_is_his(installed: Installed) -> None:
    with ExitStack() as there:
        people = {user: there.enter_context(installed.somebody(user)) for user in HEARS}
        for user, person in people.items():
            for topic in SAID:
                person.say(f"{ROOT}/{topic}", user)
        for user in ("table-1", "floor"):
            people[user].say(f"{ROOT}/{'state' if user == 'table-1' else 'command/pause'}", "end")
        for user, person in people.items():
            ends = person.heard
            until(lambda ends=ends: any(body == "end" for _, body in ends), what=f"{user} hears")  # type: ignore[misc]
        for user, person in people.items():
            heard = {(topic.removeprefix(f"{ROOT}/"), who) for topic, who in person.heard}
            expected = {(topic, who) for who, said in SAYS.items() for topic in said & HEARS[user]}
            assert heard - {("state", "end"), ("command/pause", "end")} == expected


def test_other_tables_are_out_of_reach(installed: Installed) -> None:
    with installed.somebody("table-1") as table, installed.somebody("floor") as floor:
        table.say("tapis/home/2/event/board.dealt", "not mine")
        table.say("elsewhere", "not mine")
        floor.say("tapis/home/2/command/pause", "not mine")
        table.say(f"{ROOT}/state", "end")
        until(lambda: floor.heard, what="the floor hears the state")
        assert floor.heard == [(f"{ROOT}/state", "end")]
        assert set(table.topics()) <= {"state"}


def test_nobody_comes_in_without_a_password(installed: Installed) -> None:
    for user, password in (("", ""), ("display", "guess"), ("nobody", "guess")):
        with Somebody(installed.wish.port, user, password) as somebody:
            assert "Not authorized" in somebody.refused


def test_from_the_network_it_is_encrypted_and_known(installed: Installed, tmp_path: Path) -> None:
    with installed.somebody("dashboard", tls=True) as dashboard:
        with installed.somebody("table-1") as table:
            table.say(f"{ROOT}/event/board.dealt", {"seq": 1})
        until(lambda: dashboard.heard, what="the dashboard hears the event")
    other = Installed(tmp_path / "other")
    with pytest.raises(ssl.SSLCertVerificationError):
        Somebody(installed.wish.tls_port, "dashboard", "x", other.ca)


def venue_text(port: int, folder: Path) -> str:
    """A venue's broker, which remembers its clients."""
    return (
        f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence true\n"
        f"persistence_location {folder}/\nmax_queued_messages 0\n"
    )


def test_events_wait_while_the_line_to_the_venue_is_down(tmp_path: Path) -> None:
    port = free_port()
    here = Installed(tmp_path / "here", bridge=f"127.0.0.1:{port}")
    data = tmp_path / "data"
    data.mkdir()
    # Debian's own mosquitto.conf brings these two.
    text = here.text + f"persistence true\npersistence_location {data}/\n"
    text = text.replace("restart_timeout 2 30", "restart_timeout 1 1")
    heard: list[int] = []
    (tmp_path / "venue").mkdir()

    def venue() -> Any:
        return mosquitto(tmp_path / "venue", venue_text(port, tmp_path / "venue"), port)

    def events(ear: Somebody) -> list[int]:
        return [body["seq"] for topic, body in ear.heard if "/event/" in topic]

    def say(table: Somebody, *seqs: int) -> None:
        for seq in seqs:
            table.say(f"{ROOT}/event/action", {"seq": seq})
        table.say(f"{ROOT}/state", {"seq": seqs[-1]}, retain=True)

    with ExitStack() as first:
        first.enter_context(mosquitto(tmp_path / "run", text, here.wish.port))
        table = first.enter_context(here.somebody("table-1"))
        with venue(), Somebody(port, remembered_as="ear") as ear:
            say(table, 1)
            until(lambda: events(ear) == [1], what="the venue hears the first event")
            heard += events(ear)
        say(table, *range(2, 42))
    # The table's own broker is restarted too, while the line is down.
    with mosquitto(tmp_path / "run", text, here.wish.port), here.somebody("table-1") as table:
        say(table, 42)
        with venue(), Somebody(port, remembered_as="ear") as ear:
            until(lambda: 42 in events(ear), what="the venue hears what it has missed")
            newest = (f"{ROOT}/state", {"seq": 42})
            until(lambda: newest in ear.heard, what="the venue has the newest state")
            assert (f"{ROOT}/state", {"seq": 41}) not in ear.heard
            say(table, 43)
            until(lambda: 43 in events(ear), what="the venue hears the next")
            heard += events(ear)
            until(lambda: (f"{ROOT}/state", {"seq": 43}) in ear.heard, what="the state follows")
            # Nobody of the venue can say what happens at the table.
            ear.say(f"{ROOT}/state", {"seq": 99})
            ear.say(f"{ROOT}/command/pause", {"id": "x"})
            until(lambda: "command/pause" in table.topics(), what="the table is asked")
            assert (f"{ROOT}/state", {"seq": 99}) not in table.heard
    assert sorted(set(heard)) == list(range(1, 44))
    assert heard == sorted(heard)


HELD = """
name = "1"
house = "fidpa"
seats = 3
hardware = "twin"
layout = "reference"
ears = [2]
[broker]
port = PORT
"""


def test_a_venue_commands_a_table_over_the_bridge(tmp_path: Path) -> None:
    port = free_port()
    here = Installed(tmp_path / "here", config=HELD, bridge=f"127.0.0.1:{port}")
    etc = tmp_path / "here/etc/tapis"
    token = (etc / "floor-token").read_text().split()[1]
    everybody = ROOT.rpartition("/")[0] + "/all"
    (tmp_path / "venue").mkdir()

    def asks(ear: Somebody, topic: str, ident: str, **data: object) -> dict[str, Any]:
        name = topic.rpartition("/")[2]

        def reply() -> dict[str, Any] | None:
            found = (body for at, body in ear.heard if at == f"{ROOT}/reply/{name}")
            return next((body for body in found if body["id"] == ident), None)

        ear.say(topic, {"id": ident, "token": token, "data": data})
        until(reply, what=f"the table answers {topic}")
        return reply() or {}

    def said(ear: Somebody, topic: str) -> list[dict[str, Any]]:
        return [body for at, body in ear.heard if at == f"{ROOT}/{topic}"]

    with (
        mosquitto(tmp_path / "venue", venue_text(port, tmp_path / "venue"), port),
        Somebody(port) as ear,
        mosquitto(tmp_path / "run", here.text, here.wish.port),
        alive(load_config(etc / "table.toml"), lambda *_: ()) as daemon,
    ):
        until(lambda: said(ear, "card"), what="the venue knows the table")
        card = said(ear, "card")[0]
        assert (card["seats"], card["house"], card["ears"]) == (3, "fidpa", [2])
        assert card["house_hash"] == house_hash(load_house("fidpa"))

        assert asks(ear, f"{ROOT}/command/hold", "h1", hold="room")["ok"]
        until(lambda: said(ear, "event/table.held"), what="the venue hears that it is held")
        assert daemon.runtime.table.paused
        # One message reaches every table of the venue; it counts once as any other.
        assert asks(ear, f"{everybody}/command/release", "r1", hold="room")["ok"]
        assert not daemon.runtime.table.paused
        wrong = asks(ear, f"{everybody}/command/open-table", "o1", tournament="t",
                     house="fidpa", house_hash="0" * 16)  # fmt: skip
        assert wrong["reason"] == "wrong-house"

        # What the house hides the floor alone is told, also when it is asked for again.
        assert asks(ear, f"{ROOT}/command/sit-down", "s1", seat=1, name="A", stack=500)["ok"]
        until(lambda: said(ear, "event/seat.taken"), what="somebody sits down")
        assert said(ear, "event/seat.taken")[0]["data"]["stack"] is None
        assert said(ear, "floor/event/seat.taken")[0]["data"]["stack"] == 500
        assert asks(ear, f"{ROOT}/command/replay", "again", after_seq=0)["ok"]
        replayed = {body["type"]: body["data"] for body in said(ear, "replay/again")}
        assert replayed["seat.taken"]["stack"] is None
        assert said(ear, "floor/replay/again")[0]["data"]["stack"] == 500


def test_counted_stacks_get_through_the_installed_broker(tmp_path: Path) -> None:
    example = (
        'name = "1"\nseats = 3\nhardware = "twin"\nlayout = "reference"\n[broker]\nport = PORT\n'
        + "".join(
            f'[[players]]\nseat = {seat}\nname = "P{seat}"\nstack = 5000\n' for seat in (1, 2)
        )
    )
    here = Installed(tmp_path, config=example)
    with (
        mosquitto(tmp_path / "run", here.text, here.wish.port),
        alive(load_config(tmp_path / "etc/tapis/table.toml"), lambda *_: ()) as daemon,
    ):
        until(lambda: daemon.broker and daemon.broker.connected)
        told = CliRunner().invoke(
            byhand_app,
            ["back", "--config", str(tmp_path / "etc/tapis/table.toml"), "--stacks",
             "1=7000,2=3000"],
        )  # fmt: skip
        assert told.exit_code == 0, told.output
        assert [seat.stack for seat in daemon.runtime.state().seats] == [7000, 3000, None]


SCREEN = 'name = "1"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\nlayout = "reference"\n'


def test_the_tables_own_screen_is_the_floors_by_the_pin_that_setup_has_set(tmp_path: Path) -> None:
    found = Installed(tmp_path, config=f'{SCREEN}floor_pin = "floor.pin"\n[broker]\nport = PORT\n')
    etc = tmp_path / "etc/tapis"
    save_pin(etc / "floor.pin", pin_for("paul", "2468"))
    config = load_config(etc / "table.toml")
    password = (etc / "display-password").read_text().strip()
    source = FeedSource("127.0.0.1", found.wish.port, ROOT, user="display", password=password)
    with mosquitto(tmp_path / "run", found.text, found.wish.port), alive(config) as daemon:
        # A table that nobody hears from takes no command either.
        until(lambda: daemon.broker and daemon.broker.connected)
        with Asker(source, read_token(etc / "screen-token"), seconds=20.0) as screen:

            def says(name: str, **data: object) -> str:
                return screen.wait(screen.ask(name, data)).reason

            assert says("pause") == "locked"
            assert says("unlock", pin="1357") == "wrong-pin"
            assert says("unlock", pin="2468") == ""
            assert says("pause") == ""
            assert daemon.runtime.table.paused
        # A dashboard of the network has neither the right nor a token.
        dashboard = FeedSource(
            "127.0.0.1", found.wish.port, ROOT, user="dashboard",
            password=found.password("dashboard"),
        )  # fmt: skip
        with Asker(dashboard, read_token(etc / "screen-token"), seconds=1.0) as other:
            assert other.wait(other.ask("resume", {})).reason == "no-answer"
        assert daemon.runtime.table.paused


def test_a_bridge_to_a_hub_sends_events_without_a_receipt(tmp_path: Path) -> None:
    for hub, line in ((False, "topic event/# out 1 "), (True, "topic event/# out 0 ")):
        here = Installed(tmp_path / str(hub), bridge="127.0.0.1:1", bridge_hub=hub)
        assert line in here.text
