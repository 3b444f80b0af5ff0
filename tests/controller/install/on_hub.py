"""A table behind its own mosquitto, which bridges to three NATS servers, with a core behind them.

All configuration is the one that ships, with users and TLS. `make engines` runs this.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from controller.config.model import load_config
from controller.contract.venue.rights import Role
from controller.install.certificates import make_authority, make_certificate
from controller.venue.core.config import RoomBroker, VenueConfig
from controller.venue.store.schema import table_event
from tests.controller.install.test_broker import Installed, Somebody, mosquitto
from tests.controller.run.test_daemon import alive
from tests.controller.venue.core.rooms import Desk, Hosted, database_in, hire
from tests.mqtt import until
from tests.rig.hub import DOCS, NatsHub

PATIENCE = 120.0
ROOT = "tapis/club/1"
TABLE = """
name = "1"
venue = "club"
house = "redcactus"
seats = 8
chips = "keyed"
hardware = "twin"
layout = "reference"
denominations = [50, 100, 200, 500, 1000]
[broker]
port = PORT
"""


class Line:
    """A core, a hub, and a table that bridges to it, with the table's own floor beside it."""

    def __init__(self, core: Hosted, desk: Desk, hub: NatsHub, floor: Somebody, token: str) -> None:
        self.core, self.desk, self.hub, self.floor = core, desk, hub, floor
        self._token = token
        self._asked = 0

    def kept(self, kind: str) -> list[int]:
        """Return the numbers of the events of a kind that are in the room's log."""
        columns = table_event.c
        with self.core.daemon.database.transaction() as connection:
            asked = select(columns.seq).where(columns.type == kind).order_by(columns.seq)
            return [row.seq for row in connection.execute(asked)]

    def said(self, kind: str) -> list[int]:
        """Return the numbers of the events of a kind that the table has said at home."""
        heard = list(self.floor.heard)
        return [body["seq"] for topic, body in heard if topic == f"{ROOT}/event/{kind}"]

    def ask(self, command: str) -> None:
        """Have the table's own floor ask for something, and wait for the answer."""
        self._asked += 1
        asked = {"id": f"home-{self._asked}", "token": self._token, "data": {}}
        self.floor.say(f"{ROOT}/command/{command}", asked)
        until(lambda: asked["id"] in self._answered(command), what=f"the table answers {command}")

    def _answered(self, command: str) -> list[str]:
        at = f"{ROOT}/reply/{command}"
        return [body["id"] for topic, body in list(self.floor.heard) if topic == at and body["ok"]]


def conf_in(folder: Path) -> tuple[Path, Path]:
    """Write the hub's configuration with its users and TLS; gives it, and who signed for it."""
    key, authority = folder / "ca.key", folder / "ca.crt"
    make_authority(key, authority, "the club's")
    make_certificate(key, authority, folder / "hub.key", folder / "hub.crt", ("127.0.0.1",))
    text = (DOCS / "nats.conf").read_text("utf-8").replace("/etc/tapis/tls", str(folder))
    for commented in ("tls {", "include "):
        assert f"# {commented}" in text
        text = text.replace(f"# {commented}", commented)
    conf = folder / "nats.conf"
    conf.write_text(text, "utf-8")
    (folder / "nats-users.conf").write_bytes((DOCS / "nats-users.conf").read_bytes())
    return conf, authority


def own(folder: Path, name: str) -> str:
    """Return a file with the password of one of the hub's users."""
    path = folder / name
    path.write_text(f"of {name}")
    return str(path)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    """Return a table that has its players, asked by a core over a hub."""
    conf, authority = conf_in(tmp_path)
    (tmp_path / "hub").mkdir()
    with NatsHub(tmp_path / "hub", conf) as hub:
        hub.keep_in_memory("hub", "of hub")
        here = Installed(
            tmp_path / "here", config=TABLE, venue="club", bridge=f"127.0.0.1:{hub.port}",
            bridge_user="table-1", bridge_password="of table-1", bridge_ca=str(authority),
            bridge_hub=True,
        )  # fmt: skip
        etc = here.root / "etc/tapis"
        token = tmp_path / "token"
        token.write_text((etc / "floor-token").read_text().split()[1])
        broker = RoomBroker(
            "127.0.0.1", hub.servers[1].port, user="venue", tls=True,
            password_file=own(tmp_path, "venue"), ca_file=str(authority),
        )  # fmt: skip
        config = VenueConfig(
            "club", database=database_in(tmp_path, "server"), desk=str(tmp_path / "desk.sock"),
            token_file=str(token), broker=broker,
        )  # fmt: skip
        hire(config, Role.DIRECTOR)
        with (
            mosquitto(tmp_path / "run", here.text, here.wish.port),
            alive(load_config(etc / "table.toml"), lambda *_: ()),
            here.somebody("floor") as floor,
            cored(config) as core,
        ):
            desk = Desk(config.desk).sign_in(Role.DIRECTOR)
            yield Line(core, desk, hub, floor, token.read_text())
            desk.close()


@contextmanager
def cored(config: VenueConfig) -> Iterator[Hosted]:
    """Have a core run."""
    core = Hosted(config)
    core.start()
    try:
        until(lambda: core.daemon.line.up and Path(config.desk).exists(), PATIENCE)
        yield core
    finally:
        core.stop()


def test_an_event_comes_once_and_an_order_arrives_also_after_the_line_was_down(line: Line) -> None:
    desk = line.desk
    desk.do("open-tournament", file="redcactus")
    desk.do("open-table", table=1, seats=8)
    for n in range(3):
        desk.do("enter", name=f"Player {n}", member_no=str(n))
    desk.do("close-list")
    desk.do("draw-seats", witness="7h Ks 2d")
    desk.do("start")
    # Orders go there, and what comes of them is heard here.
    until(lambda: len(line.kept("seat.taken")) == 3, PATIENCE, "three players sit")
    until(lambda: not line.core.daemon.sending.all_waiting, PATIENCE, "every order is answered")
    assert line.kept("seat.taken") == line.said("seat.taken")

    line.hub.kill()
    until(lambda: not line.core.daemon.line.up, PATIENCE, "the core knows that the hub is away")
    seat = min(line.core.daemon.core.room.seated(1))
    desk.do("tell-table", table=1, command="absent", data={"seat": seat})
    for _ in range(2):
        line.ask("pause")
        line.ask("resume")
    assert len(line.said("table.paused")) == 2
    assert line.kept("table.paused") == []
    line.hub.start()
    # What waited at the table arrives once, and so does what the room has asked for.
    wanted = {"table.paused": 2, "table.resumed": 2, "seat.absent": 1}

    def arrived() -> bool:
        said = {kind: line.said(kind) for kind in wanted}
        return {kind: len(seqs) for kind, seqs in said.items()} == wanted and all(
            line.kept(kind) == seqs for kind, seqs in said.items()
        )

    until(arrived, PATIENCE, "what was said and asked arrives once")
    until(lambda: not line.core.daemon.sending.all_waiting, PATIENCE, "the order is answered")
    assert arrived()


def test_each_user_of_the_hub_says_and_hears_what_is_its_own(tmp_path: Path) -> None:
    conf, authority = conf_in(tmp_path)
    (tmp_path / "hub").mkdir()
    events = "tapis/club/+/event/#"
    with ExitStack() as there, NatsHub(tmp_path / "hub", conf) as hub:

        def comes(user: str, hears: str) -> Somebody:
            who = Somebody(hub.port, user, f"of {user}", authority, hears=hears)
            return there.enter_context(who)

        table, venue = comes("table-1", f"{ROOT}/command/#"), comes("venue", events)
        pages, curious = comes("pages", events), comes("pages", f"{ROOT}/floor/#")
        for who in (venue, pages):
            who.say(f"{ROOT}/event/action", "not theirs")
        pages.say(f"{ROOT}/command/pause", "not theirs")
        table.say("tapis/club/2/event/action", "not this table's")
        table.say(f"{ROOT}/floor/event/hand.ended", "for the floor")
        table.say(f"{ROOT}/event/action", "said")
        venue.say(f"{ROOT}/command/pause", "asked")
        for ear in (venue, pages):
            until(lambda ear=ear: ear.heard, PATIENCE)  # type: ignore[misc]
            assert ear.heard == [(f"{ROOT}/event/action", "said")]
        until(lambda: table.heard, PATIENCE)
        assert table.heard == [(f"{ROOT}/command/pause", "asked")]
        assert curious.heard == []
        assert Somebody(hub.port, "table-1", "a guess", authority).refused
