"""A room that is installed, and tables that come into it with tickets: with real brokers."""

import stat
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.contract.venue.rights import Role
from controller.install.room_ticket import Ticket, misprints, ticket_text
from controller.run.access.tokens import load_tokens
from controller.toml.file import FileProblems, read
from controller.venue.core.config import VenueConfig, load_venue
from hardware.free_ports import free_port
from tests.controller.install.on_hub import TABLE, cored
from tests.controller.install.test_broker import Somebody, conf_below, mosquitto
from tests.controller.run.test_daemon import alive
from tests.controller.venue.core.rooms import Desk, Hosted, hire
from tests.mqtt import until

SAID = ("status", "state", "health", "event/hand.ended", "command/hold", "floor/event/hand.ended")


def tapis(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["install", *(str(argument) for argument in arguments)])


def installed(*arguments: object) -> Result:
    told = tapis(*arguments)
    assert told.exit_code == 0, told.output
    return told


def config_in(folder: Path, name: str, port: int, socket: Path) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "table.toml"
    broker = f'port = {port}\nsocket = "{socket}"'
    file.write_text(TABLE.replace('name = "1"', f'name = "{name}"').replace("port = PORT", broker))
    return file


class Club(NamedTuple):
    """An installed room that runs with two tables, and the folder of its machine."""

    root: Path
    port: int
    config: VenueConfig
    core: Hosted


@contextmanager
def club(folder: Path) -> Iterator[Club]:
    """Have a room run: table 1 is on the room's machine, table 2 on another, with a ticket."""
    here, there = folder / "here", folder / "there"
    near, tls, far = free_port(), free_port(), free_port()
    sockets = folder / "1.sock", folder / "2.sock"
    first = config_in(folder / "1", "1", near, sockets[0])
    told = installed(
        "--root", here, "--config", first, "--room", "club", "--tables", 2,
        "--tls-port", tls, "--host", "127.0.0.1",
    )  # fmt: skip
    assert "table-2.toml" in told.output
    tickets = here / "etc/tapis/tickets"
    assert [file.name for file in tickets.iterdir()] == ["table-2.toml"]
    ticket = folder / "table-2.toml"
    ticket.write_bytes((tickets / "table-2.toml").read_bytes())
    second = config_in(folder / "2", "2", far, sockets[1])
    installed("--root", there, "--config", second, "--ticket", ticket, "--tls-port", free_port())

    config = load_venue(here / "etc/tapis/venue.toml")
    hire(config, Role.DIRECTOR)
    with (
        mosquitto(folder / "a", conf_below(here, sockets[0]), near, tls),
        mosquitto(folder / "b", conf_below(there, sockets[1]), far),
        alive(load_config(here / "etc/tapis/table.toml"), lambda *_: ()),
        alive(load_config(there / "etc/tapis/table.toml"), lambda *_: ()),
        cored(config) as core,
    ):
        yield Club(here, near, config, core)


def evening(at: Club) -> None:
    """Have ten players seated at both tables, and the tournament begin."""
    desk = Desk(at.config.desk).sign_in(Role.DIRECTOR)
    desk.do("open-tournament", file="redcactus")
    for table in (1, 2):
        desk.do("open-table", table=table, seats=8)
    for n in range(10):
        desk.do("enter", name=f"Player {n}", member_no=str(n))
    desk.do("close-list")
    desk.do("draw-seats", witness="7h Ks 2d")
    desk.do("start")
    until(lambda: at.core.daemon.settled, 60, "every order is answered")
    desk.close()


def test_tables_come_into_the_room_with_a_ticket_and_one_is_beside_it(tmp_path: Path) -> None:
    with club(tmp_path) as at:
        evening(at)
        room = at.core.daemon.core.room
        assert [len(room.seated(table)) for table in (1, 2)] == [5, 5]
        assert not any(table.silent for table in room.tables.values())


def test_each_user_of_the_room_says_and_hears_what_is_its_own(tmp_path: Path) -> None:
    near, tls = free_port(), free_port()
    installed(
        "--root", tmp_path, "--room", "club", "--tables", 2, "--port", near, "--tls-port", tls,
        "--host", "127.0.0.1",
    )  # fmt: skip
    ca = tmp_path / "etc/tapis/tls/ca.crt"

    def somebody(user: str) -> Somebody:
        password = (tmp_path / "etc/tapis/passwords" / user).read_text().strip()
        return Somebody(tls, user, password, ca)

    topics = {
        *(f"tapis/club/{table}/{said}" for table in (1, 2) for said in SAID),
        "tapis/club/venue/state", "tapis/club/all/command/hold", "tapis/other/1/state",
    }  # fmt: skip
    everything = {topic for topic in topics if topic.startswith("tapis/club/")}
    commands = {topic for topic in topics if "/command/" in topic}
    floor = {topic for topic in topics if "/floor/" in topic}
    of_2 = {topic for topic in topics if topic.startswith("tapis/club/2/")}
    of_venue = {"tapis/club/venue/state"}
    says = {"venue": commands | of_venue, "table-2": of_2, "venue-page": set(), "dashboard": set()}
    looks = everything - commands - floor
    hears = {
        "venue": everything,
        "table-2": {"tapis/club/2/command/hold", "tapis/club/all/command/hold"},
        "venue-page": looks - {topic for topic in looks if topic.endswith("/card")},
        "dashboard": looks,
    }
    last = "tapis/club/venue/last"
    with (
        mosquitto(tmp_path / "run", conf_below(tmp_path, tmp_path / "m.sock"), near, tls),
        ExitStack() as stack,
    ):
        people = {user: stack.enter_context(somebody(user)) for user in (*says, "table-1")}
        for user in says:
            for topic in sorted(topics):
                people[user].say(topic, user)
        for topic in sorted(topics):
            people["table-1"].say(topic, "table-1")
        for user in ("venue", "venue-page", "dashboard"):
            people["venue"].say(last, user)
            until(lambda user=user: (last, user) in people[user].heard)  # type: ignore[misc]
        people["venue"].say("tapis/club/all/command/last", "")
        until(lambda: ("tapis/club/all/command/last", "") in people["table-2"].heard)

        for user, may in says.items():
            assert {at for at, said in people["venue"].heard if said == user} - {last} == may, user
        for user, may in hears.items():
            heard = {at for at, _ in people[user].heard if not at.endswith("/last")}
            assert heard == may, user


def test_home_assistant_hears_what_the_pages_announce_and_says_that_it_is_there(
    tmp_path: Path,
) -> None:
    near, tls = free_port(), free_port()
    installed(
        "--root", tmp_path, "--room", "club", "--tables", 2, "--port", near, "--tls-port", tls,
        "--host", "127.0.0.1",
    )  # fmt: skip
    ca = tmp_path / "etc/tapis/tls/ca.crt"

    def somebody(user: str) -> Somebody:
        password = (tmp_path / "etc/tapis/passwords" / user).read_text().strip()
        return Somebody(tls, user, password, ca)

    announced = ("homeassistant/sensor/tapis_club_1/phase/config", "venue-page")
    with (
        mosquitto(tmp_path / "run", conf_below(tmp_path, tmp_path / "m.sock"), near, tls),
        somebody("homeassistant") as home,
        somebody("venue-page") as pages,
        somebody("table-2") as table,
    ):
        for topic in ("homeassistant/sensor/x/config", "tapis/club/2/command/hold"):
            home.say(topic, "homeassistant")
        home.say("homeassistant/status", "online")
        table.say("tapis/club/2/state", "table-2")
        pages.say(*announced)
        until(lambda: announced in home.heard)
        until(lambda: ("tapis/club/2/state", "table-2") in home.heard)
        until(lambda: ("homeassistant/status", "online") in home.heard)
        assert "homeassistant" not in {said for _, said in home.heard + table.heard}


def test_what_is_secret_of_a_room_is_for_those_who_need_it(tmp_path: Path) -> None:
    root = tmp_path / "room"
    installed("--root", root, "--room", "club", "--tables", 3)
    etc = root / "etc/tapis"
    assert stat.S_IMODE((etc / "tickets").stat().st_mode) == 0o700
    for name in ("tickets/table-1.toml", "tickets/table-3.toml"):
        assert stat.S_IMODE((etc / name).stat().st_mode) == 0o600
    for name in ("venue-token", "venue-password"):
        assert stat.S_IMODE((etc / name).stat().st_mode) & 0o007 == 0
    tickets = [tomllib.loads(file.read_text()) for file in (etc / "tickets").iterdir()]
    assert len({one["password"] for one in tickets}) == 3
    token = (etc / "venue-token").read_text().strip()
    assert {one["token"] for one in tickets} == {token}
    assert load_tokens(etc / "tokens").owner(token) == "venue"

    before = {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}
    installed("--root", root)
    assert before == {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}, (
        "installed again, the room and its tickets stay as they are"
    )
    installed("--root", root, "--tables", 4)
    assert len(list((etc / "tickets").iterdir())) == 4


def test_tables_find_the_room_by_the_name_in_its_certificate(tmp_path: Path) -> None:
    """Another name that is given later is in no certificate: that one stays."""
    ticket = tmp_path / "etc/tapis/tickets/table-1.toml"
    for host in ("poker.club.lan", "192.168.1.40"):
        installed("--root", tmp_path, "--room", "club", "--tables", 1, "--host", host)
        assert tomllib.loads(ticket.read_text())["broker"] == "poker.club.lan:8883"
    (tmp_path / "etc/mosquitto/certs/tapis.crt").write_text("none")
    installed("--root", tmp_path, "--host", "192.168.1.40")
    assert tomllib.loads(ticket.read_text())["broker"] == "192.168.1.40:8883"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--tables", 3], "use it with --room NAME"),
        (["--room", "club", "--config", "TABLE"], 'table.toml has venue = "home"'),
        (["--ticket", "TICKET", "--config", "TABLE"], "the ticket is for table tapis/club/2"),
        (["--ticket", "TICKET", "--room", "club"], "joins a room on another machine"),
        (["--ticket", "TICKET", "--bridge", "a.lan:1"], "joins a room on another machine"),
        (["--ticket", "BROKEN"], "; make a new one"),
        (["--room", "a/b"], "letters, digits"),
    ],
)
def test_what_does_not_go_together_is_said_and_nothing_written(
    tmp_path: Path, options: list[str], sentence: str
) -> None:
    installed("--root", tmp_path / "room", "--room", "club", "--tables", 2)
    ticket = tmp_path / "room/etc/tapis/tickets/table-2.toml"
    (tmp_path / "table.toml").write_text(TABLE.replace("club", "home").replace("PORT", "1883"))
    (tmp_path / "broken.toml").write_text(ticket.read_text().replace("BEGIN", "BEGUN"))
    files = {"TICKET": ticket, "TABLE": tmp_path / "table.toml", "BROKEN": tmp_path / "broken.toml"}
    told = tapis("--root", tmp_path / "root", *(files.get(one, one) for one in options))
    assert told.exit_code == 2, told.output
    assert sentence in " ".join(told.output.split()), told.output
    assert not (tmp_path / "root").exists()


def test_no_secret_of_a_ticket_is_in_a_sentence(tmp_path: Path) -> None:
    installed("--root", tmp_path, "--room", "club", "--tables", 2)
    ticket = tmp_path / "etc/tapis/tickets/table-2.toml"
    secrets = {key: tomllib.loads(ticket.read_text())[key] for key in ("password", "token")}
    for key, secret in secrets.items():
        (tmp_path / "bad.toml").write_text(ticket.read_text().replace(secret, f"{secret} x"))
        told = tapis("--root", tmp_path / "root", "--ticket", tmp_path / "bad.toml")
        assert told.exit_code == 2
        assert f"{key}: is incomplete" in told.output
        assert secret not in told.output


def test_a_ticket_keeps_a_root_of_several_levels() -> None:
    authority = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"
    ticket = Ticket(
        "site/tapis", "club", "2", "tapis.local:8883", "table-2", "p" * 24, "t" * 32, authority
    )
    assert read(ticket_text(ticket), Ticket, misprints) == ticket
    wrong = msgspec.structs.replace(ticket, root="site/#")
    with pytest.raises(FileProblems, match="root"):
        read(ticket_text(wrong), Ticket, misprints)


def test_a_room_is_called_what_its_file_says(tmp_path: Path) -> None:
    installed("--root", tmp_path, "--room", "club")
    told = tapis("--root", tmp_path, "--room", "other")
    assert told.exit_code == 2
    assert 'the room here is "club"' in told.output
    (tmp_path / "etc/tapis/venue.toml").write_text('name = "club"\n')
    told = installed("--root", tmp_path)
    for line in ('token_file = "venue-token"', 'user = "venue"'):
        assert line in told.output
