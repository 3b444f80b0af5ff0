"""Notices over a real SMTP server and HTTP endpoint; addresses are nowhere but in `person`."""

import http.server
import json
import logging
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from controller.contract.venue import desk as d
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.seats import Seat
from controller.venue.core.refusals import No
from controller.venue.core.staff import actions, questions
from controller.venue.core.staff.own_requests import own_notices
from controller.venue.core.take_input import Core
from controller.venue.notices.notifier import Notifier
from controller.venue.store.database import Database
from controller.venue.store.schema import metadata
from hardware.free_ports import free_port
from tests.mqtt import until

ADDRESS = "anne.secret@example.org"


class Mails:
    """What an SMTP server was given: to whom, and the text."""

    def __init__(self) -> None:
        self.had: list[tuple[str, str, str]] = []
        self.refuse = False

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail, or not."""
        if self.refuse:
            return "451 not now"
        mail = message_from_bytes(envelope.content, policy=policy.default)
        text = mail.get_body(("plain", "html")).get_content()  # type: ignore[union-attr]
        self.had.append((envelope.rcpt_tos[0], str(mail["subject"]), text))
        return "250 OK"


@pytest.fixture
def smtp() -> Iterator[tuple[Mails, int]]:
    """Return a mail server on a port of this machine."""
    mails, port = Mails(), free_port()
    server = Controller(mails, hostname="127.0.0.1", port=port)
    logging.getLogger("mail.log").disabled = True  # the server's own, not ours
    server.start()
    yield mails, port
    server.stop()


@pytest.fixture
def endpoint() -> Iterator[tuple[list[dict[str, Any]], int]]:
    """Return what an HTTP server was posted, and its port."""
    had: list[dict[str, Any]] = []

    class Posted(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Take a notice."""
            had.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Posted)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield had, server.server_address[1]
    server.shutdown()
    server.server_close()


def services(folder: Path, mail: int, channel: int) -> str:
    """Write a file of services, and return its path."""
    path = folder / "notices.toml"
    path.write_text(
        f'mail = "mailto://127.0.0.1:{mail}?from=room@club.example&mode=insecure"\n'
        f'channel = ["json://127.0.0.1:{channel}/league"]\nlanguage = "fr"\n'
    )
    return str(path)


def do(core: Core, asked: d.AnyDo) -> Any:
    """Have the director do something."""
    with core.turn() as turn:
        return actions.act(turn, asked, "anne", "")


def wishes(core: Core, link: str, way: str, address: str = "", language: str = "en") -> None:
    """Have a player say where notices go."""
    with core.turn() as turn:
        own_notices(turn, OwnNotices(link, way, address, language), core.ways, "")  # type: ignore[arg-type]


def everything(database: Database, but: str = "") -> str:
    """Return all rows of a database, but for one table."""
    with database.transaction() as connection:
        return repr([
            connection.execute(table.select()).all()
            for table in metadata.sorted_tables if table.name != but
        ])  # fmt: skip


def test_who_wishes_is_told_and_nobody_else_and_nothing_has_the_address(
    tmp_path: Path, smtp: tuple[Mails, int], endpoint: tuple[list[dict[str, Any]], int],
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    (mails, port), (channel, http_port) = smtp, endpoint
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    notifier = Notifier(core, services(tmp_path, port, http_port))
    assert (notifier.problems, core.ways) == ((), ("mail",))
    do(core, d.OpenTournament("tda", title="Jeudi"))
    do(core, d.OpenTable(1, 4))
    who = [
        do(core, d.Enter(name=name, shown_as=name, identified=True, of_age=True, receipt=True))
        for name in ("Anne", "Bruno")
    ]
    with pytest.raises(No, match="sent to this address"):
        wishes(core, who[0].link, "telegram", "123456")  # the room has no such service
    with pytest.raises(No):
        wishes(core, "nobody", "mail", ADDRESS)
    wishes(core, who[0].link, "mail", ADDRESS, "fr")
    with database.transaction() as connection:
        own = questions.answer(core, connection, d.AskMe(who[0].link)).notices
    assert (own.way, own.hint, own.ways) == ("mail", "a…org", ("mail",))
    for seat, one in enumerate(who, 1):
        do(core, d.SeatPlayer(one.player, Seat(1, seat)))
    until(lambda: mails.had, what="Anne has a mail")
    assert [to for to, _, _ in mails.had] == [ADDRESS]
    assert mails.had[0][1] == "Jeudi"
    assert "Votre place : table 1, siège 1." in mails.had[0][2].replace("\xa0", " ")
    do(core, d.Start())
    stack = core.room.players[who[0].player].stack
    with core.turn() as turn:
        began = {1: stack, 2: stack}
        turn.happen(HandReported(table=1, hand=1, stacks={1: 2 * stack, 2: 0}, began=began), "t")
    until(lambda: len(channel) >= 2, what="the league has start and results")
    texts = [one["message"].replace("\xa0", " ") for one in channel]
    assert texts[0] == "La partie commence. Joueurs : 2"
    assert texts[-1].splitlines()[:3:2] == ["Résultats", "2. Bruno"]
    assert ADDRESS in everything(database)
    assert ADDRESS not in everything(database, but="person") + caplog.text
    do(core, d.Forget(who[0].player))
    database.vacuum()
    assert ADDRESS.encode() not in b"".join(one.read_bytes() for one in tmp_path.glob("venue.db*"))
    notifier.stop()
    database.close()


def test_a_player_has_no_more_notices_and_the_address_is_gone(
    tmp_path: Path, smtp: tuple[Mails, int], endpoint: tuple[list[dict[str, Any]], int]
) -> None:
    (mails, port), (_, http_port) = smtp, endpoint
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    notifier = Notifier(core, services(tmp_path, port, http_port))
    do(core, d.OpenTournament("tda"))
    do(core, d.OpenTable(1, 4))
    one = do(core, d.Enter(name="Anne", identified=True, of_age=True, receipt=True))
    wishes(core, one.link, "mail", ADDRESS)
    rows = core.head.n
    wishes(core, one.link, "mail", ADDRESS)
    assert core.head.n == rows  # said twice, it is one row
    wishes(core, one.link, "")
    do(core, d.SeatPlayer(one.player, Seat(1, 1)))
    assert ADDRESS not in everything(database)
    assert notifier.problems == ()
    notifier.stop()
    assert mails.had == []
    database.close()


def test_a_service_that_takes_nothing_is_said_and_the_room_goes_on(
    tmp_path: Path, smtp: tuple[Mails, int]
) -> None:
    mails, port = smtp
    mails.refuse = True
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    notifier = Notifier(core, services(tmp_path, port, free_port()))
    do(core, d.OpenTournament("tda"))
    do(core, d.OpenTable(1, 4))
    one = do(core, d.Enter(name="Anne", identified=True, of_age=True, receipt=True))
    wishes(core, one.link, "mail", ADDRESS)
    do(core, d.SeatPlayer(one.player, Seat(1, 1)))
    until(lambda: notifier.problems, what="health says so")
    assert notifier.problems[0].startswith("notices by mail are not accepted")
    assert ADDRESS not in str(notifier.problems)
    assert core.room.players[one.player].seat == Seat(1, 1)
    notifier.stop()
    database.close()


def test_without_a_file_or_with_a_wrong_one_nothing_leaves(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    assert Notifier(core, "").problems == ()
    assert (core.told, core.ways) == (None, ())
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('mail = "secret"\n')
    assert Notifier(core, str(wrong)).problems == (
        "no notices: wrong.toml has errors (line 1: mail)",
    )
    assert "gone.toml" in Notifier(core, str(tmp_path / "gone.toml")).problems[0]
    assert core.told is None
    database.close()
