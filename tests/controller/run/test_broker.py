"""The broker's side of a table: in order, nothing lost, never more than twenty on their way."""

import queue
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.config.model import BrokerConfig
from controller.contract.commands import Reply, Request
from controller.contract.observations import TimePassed
from controller.contract.public import (
    CardDealt,
    Envelope,
    Health,
    PublicState,
    Status,
    Topics,
)
from controller.demo.embedded import EmbeddedBroker
from controller.install.certificates import make_authority, make_certificate
from controller.journal import Journal, JournalReader
from controller.play.sinks.servers import Mosquitto
from controller.run.messages.broker import LARGEST_REQUEST, WINDOW, Broker
from controller.run.messages.journal_outbox import JournalOutbox
from controller.run.messages.message_topics import Telling
from hardware.free_ports import free_port
from tests.mqtt import Subscriber, until

ROOT = "tapis/club/final-table"
TOPICS = Topics(ROOT)


class Table:
    """A journal, its reader and its broker connection: what the daemon joins together."""

    def __init__(self, folder: Path, address: BrokerConfig, *, hides: bool = False) -> None:
        self.journal = Journal(folder / "3.db", house="ppc", house_hash="h", table="3")
        self.reader = JournalReader(folder / "3.db")
        self.requests: queue.Queue[tuple[str, Request]] = queue.Queue()
        self.broker = Broker(
            address,
            Telling(TOPICS, hides=hides),
            Status("online", self.journal.session, "3", "0.1.0"),
            JournalOutbox(self.journal, self.reader),
            lambda name, request, _: self.requests.put((name, request)),
        )

    def play(self, events: int) -> int:
        """Put so many events on disk; give the last one's seq."""
        for _ in range(events):
            seq = self.journal.record(TimePassed(self.journal.at + 10), [CardDealt(1, 1)], hand=1)
            self.broker.committed(seq)
        return self.journal.seq

    def close(self) -> None:
        """Stop as the daemon stops."""
        self.broker.stop()
        self.reader.close()
        self.journal.close()


@contextmanager
def table_at(folder: Path, port: int, **address: Any) -> Iterator[Table]:
    table = Table(folder, BrokerConfig(port=port, **address))
    table.broker.start()
    try:
        yield table
    finally:
        table.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_events_arrive_in_order_and_the_state_after_them(
    tmp_path: Path, mosquitto: Mosquitto, protocol: str
) -> None:
    hear_and_check(tmp_path, mosquitto.port, protocol)


def test_the_embedded_broker_carries_a_table(tmp_path: Path) -> None:
    with EmbeddedBroker() as embedded:
        hear_and_check(tmp_path, embedded.port, "3.1.1")


def test_a_taken_port_is_a_clear_refusal() -> None:
    with (
        EmbeddedBroker() as embedded,
        pytest.raises(OSError, match=rf"{embedded.port}.*choose"),
        EmbeddedBroker(embedded.port),
    ):
        pass


def hear_and_check(folder: Path, port: int, protocol: str) -> None:
    with (
        Subscriber(port, protocol=protocol) as ear,
        table_at(folder, port, protocol=protocol) as table,
    ):
        last = table.play(150)
        table.broker.show_state(PublicState(seq=last, table="3", house="ppc"))
        table.broker.show_health(Health(session=table.journal.session, backlog=3))
        until(lambda: table.broker.confirmed == last and ear.last("/state"))
        until(lambda: last in ear.distinct())
        until(lambda: ear.last("/health"))
        assert ear.distinct() == list(range(1, last + 1))
        assert [topic for topic, _, _ in ear.heard if topic.endswith(("/status", "/state"))] == [
            TOPICS.status,
            TOPICS.state,
        ]
        assert ear.heard[-1][0] == TOPICS.state or ear.heard[-2][0] == TOPICS.state
        assert ear.events()[0]["type"] == "card.dealt"
        assert ear.events()[0]["data"] == {"seat": 1, "nth": 1}
        assert {topic for topic, _, _ in ear.heard if "/event/" in topic} == {
            f"{ROOT}/event/card.dealt"
        }
        with Subscriber(port, protocol=protocol) as late:
            until(lambda: len({topic for topic, _, _ in late.heard}) == 3, what="the retained")
            assert {(topic, retained) for topic, _, retained in late.heard} == {
                (TOPICS.status, True),
                (TOPICS.state, True),
                (TOPICS.health, True),
            }
            assert late.last("/status") == {
                "status": "online",
                "session": table.journal.session,
                "table": "3",
                "software": "0.1.0",
                "v": 1,
                "epoch": "",
            }
    with Subscriber(port, protocol=protocol) as after:
        until(lambda: after.last("/status"))
        assert after.last("/status")["status"] == "offline"


def test_what_was_confirmed_is_not_sent_after_a_restart(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    with table_at(tmp_path, mosquitto.port) as table:
        first = table.play(60)
        until(lambda: table.broker.confirmed == first)
    with Subscriber(mosquitto.port) as ear, table_at(tmp_path, mosquitto.port) as table:
        last = table.play(5)
        until(lambda: last in ear.distinct())
        assert ear.distinct() == list(range(first + 1, last + 1))


def test_an_absent_broker_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mosquitto = Mosquitto(tmp_path)
    with table_at(tmp_path, mosquitto.port) as table:
        last = table.play(100)
        until(lambda: "keeps its events" in caplog.text)
        attempt = table.broker.beat
        until(lambda: table.broker.beat > attempt)
        assert caplog.text.count("keeps its events") == 1
        assert table.broker.backlog == last
        with mosquitto, Subscriber(mosquitto.port) as ear:
            until(lambda: len(ear.distinct()) == last)
            assert ear.distinct() == list(range(1, last + 1))


def test_after_an_outage_nothing_is_missing(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """What a subscriber missed while it was away itself, it asks for."""
    with Subscriber(mosquitto.port) as ear, table_at(tmp_path, mosquitto.port) as table:
        for _ in range(3):
            table.play(30)
            until(lambda: table.broker.connected)
            mosquitto.kill()
            until(lambda: not table.broker.connected)
            last = table.play(30)
            mosquitto.start()
        until(lambda: table.broker.confirmed == last)
        until(lambda: ear.last("/status"))
        ear.say(TOPICS.command("replay"), {"id": "gap-1", "data": {"after_seq": 0}})
        until(lambda: ear.last("/reply/replay"))
        assert ear.last("/reply/replay") == {"id": "gap-1", "ok": True, "seq": last}
        replayed = [body for topic, body, _ in ear.heard if topic == TOPICS.replay("gap-1")]
        assert [body["seq"] for body in replayed] == list(range(1, last + 1))
        heard = {body["seq"]: body for body in ear.events()}
        assert all(body == heard.get(body["seq"], body) for body in replayed)


def test_old_events_take_up_to_half_of_the_window_and_leave_the_rest_to_new_ones(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, BrokerConfig(port=1))
    room = []
    for mid in range(WINDOW):
        room.append(table.broker._room())
        table.broker._window.sent(mid, 0)
    table.close()
    assert table.broker.backlog == 0
    table.broker.committed(3)
    assert table.broker.backlog == 3
    assert room == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, *[0] * 10]


def test_a_mistaken_replay_is_answered_with_what_is_wrong(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    with Subscriber(mosquitto.port) as ear, table_at(tmp_path, mosquitto.port):
        # The birth comes after the broker has taken the table's subscription.
        until(lambda: ear.last("/status"))
        for data, word in (
            ({}, "after_seq"),
            ({"after_seq": 0, "limit": 100_000}, "1 to 1000"),
            ({"after_seq": "x"}, "after_seq"),
        ):
            heard = len(ear.heard)
            ear.say(TOPICS.command("replay"), {"id": "r", "data": data})
            until(partial(ear.heard_reply, "replay", heard))
            assert ear.last("/reply/replay")["ok"] is False
            assert word in ear.last("/reply/replay")["error"]
        for far in (2**63, -(2**70)):  # numbers that are none to SQLite
            heard = len(ear.heard)
            ear.say(TOPICS.command("replay"), {"id": "far", "data": {"after_seq": far}})
            until(partial(ear.heard_reply, "replay", heard))
            assert ear.last("/reply/replay")["ok"] is True


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_requests_come_in_and_replies_go_out(
    tmp_path: Path, mosquitto: Mosquitto, protocol: str
) -> None:
    with (
        Subscriber(mosquitto.port) as ear,
        table_at(tmp_path, mosquitto.port, protocol=protocol) as table,
    ):
        until(lambda: table.broker.connected)
        until(lambda: ear.last("/status"))
        ear.say(TOPICS.command("pause"), b"{]")
        ear.say(TOPICS.command("pause"), b"x" * 100_000)
        # On a topic as long as there can be one: an answer would have a longer one.
        everybody = TOPICS.everybody("")
        ear.say(everybody + "x" * (65_535 - len(everybody)), {"id": "long", "token": "t"})
        ear.say(TOPICS.command("pause"), {"id": "new", "token": "t", "data": {"reason": "meal"}})
        assert table.requests.get(timeout=30) == (
            "pause",
            Request("new", token="t", data={"reason": "meal"}),
        )
        table.broker.answer("pause", Reply("new", ok=True, seq=0))
        until(lambda: ear.last("/reply/pause"))
        assert ear.last("/reply/pause") == {"id": "new", "ok": True}
        assert [one["status"] for topic, one, _ in ear.heard if topic == TOPICS.status] == [
            "online"
        ]


def test_a_request_as_large_as_is_allowed_is_taken_and_a_byte_more_is_not(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    with Subscriber(mosquitto.port) as ear, table_at(tmp_path, mosquitto.port) as table:
        until(lambda: ear.last("/status"))
        for number, size in enumerate((LARGEST_REQUEST + 1, LARGEST_REQUEST, 0)):
            ear.say(
                TOPICS.command("pause"), b'{"id":"%d","token":"t"}' % number + b" " * (size - 22)
            )
        taken = [table.requests.get(timeout=30)[1].id for _ in range(2)]
        assert taken == ["1", "2"]


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_a_retained_command_is_not_carried_out_at_every_start(
    tmp_path: Path, mosquitto: Mosquitto, protocol: str
) -> None:
    with Subscriber(mosquitto.port) as ear:
        ear.say(TOPICS.command("rebuy"), {"id": "old", "token": "t"}, retain=True)
        until(lambda: ear.last("/rebuy"))
        with table_at(tmp_path, mosquitto.port, protocol=protocol) as table:
            until(lambda: ear.last("/status"))
            ear.say(TOPICS.command("resume"), {"id": "new", "token": "t"})
            assert table.requests.get(timeout=30)[0] == "resume"


def test_at_most_twenty_are_on_their_way(tmp_path: Path) -> None:
    """A broker that confirms only when it is told to."""
    stingy = StingyBroker()
    with table_at(tmp_path, stingy.port, protocol="3.1.1") as table:
        table.play(100)
        until(lambda: len(stingy.published) == WINDOW)
        stingy.confirm(5)
        until(lambda: len(stingy.published) == WINDOW + 5)
        assert table.broker.confirmed <= 5
        stingy.confirm(10)
        until(lambda: len(stingy.published) == WINDOW + 15)
        stingy.drop()
        until(lambda: stingy.connections == 2 and len(stingy.published) == 2 * WINDOW + 15)
        resent = [seq for seq in stingy.published[WINDOW + 15 :] if seq]
        assert resent == list(range(resent[0], resent[0] + len(resent)))
        assert resent[0] == table.broker.confirmed + 1
        stingy.close()


def test_user_and_password_from_a_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    secrets = tmp_path / "users"
    subprocess.run(
        ["mosquitto_passwd", "-b", "-c", str(secrets), "tapis", "s3cret word"], check=True
    )
    password = tmp_path / "password"
    with (
        Mosquitto(tmp_path, f"password_file {secrets}", anonymous=False) as mosquitto,
        table_at(tmp_path, mosquitto.port, user="tapis", password_file=str(password)) as table,
    ):
        until(lambda: "password file" in caplog.text)
        password.write_text("wrong\n")
        until(lambda: "check user and password_file" in caplog.text)
        password.write_text("s3cret word\n")
        last = table.play(3)
        until(lambda: table.broker.confirmed == last)
    assert "s3cret" not in caplog.text


def test_an_access_list_that_shuts_the_table_out_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rights = tmp_path / "rights"
    rights.write_text("topic read #\n")
    rights.chmod(0o600)
    with (
        Mosquitto(tmp_path, f"acl_file {rights}") as mosquitto,
        table_at(tmp_path, mosquitto.port) as table,
    ):
        last = table.play(3)
        until(lambda: "access list must let" in caplog.text)
        assert table.broker.backlog == last
        rights.write_text("topic readwrite #\n")
        mosquitto.kill()
        mosquitto.start()
        until(lambda: table.broker.confirmed == last)


def test_tls(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    key, certificate, authority = tmp_path / "key", tmp_path / "crt", tmp_path / "ca.crt"
    make_authority(tmp_path / "ca.key", authority, "Tapis")
    make_certificate(tmp_path / "ca.key", authority, key, certificate, ("localhost",))
    key.chmod(0o644)
    extra = f"certfile {certificate}\nkeyfile {key}"
    with Mosquitto(tmp_path, extra) as mosquitto:
        address = {"host": "localhost", "tls": True}
        with table_at(tmp_path, mosquitto.port, **address):
            until(lambda: "certificate verify failed" in caplog.text)
        with table_at(tmp_path, mosquitto.port, ca_file=str(authority), **address) as table:
            last = table.play(200)
            until(lambda: table.broker.confirmed == last)


def test_stopping_without_a_broker_is_quick(tmp_path: Path) -> None:
    with table_at(tmp_path, free_port()) as table:
        table.play(3)
    with table_at(tmp_path, free_port()) as table:
        assert table.broker.backlog == 3


class StingyBroker:
    """A server with just enough of MQTT 3.1.1 to count what is not confirmed yet."""

    def __init__(self) -> None:
        self.published: list[int] = []
        self.connections = 0
        self._unconfirmed: list[int] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._peer: socket.socket | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def confirm(self, count: int) -> None:
        """Confirm the oldest messages."""
        assert self._peer is not None
        for _ in range(count):
            self._peer.sendall(b"\x40\x02" + struct.pack(">H", self._unconfirmed.pop(0)))

    def drop(self) -> None:
        """Cut the connection."""
        assert self._peer is not None
        self._unconfirmed.clear()
        self._peer.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Accept nobody any more."""
        self._server.close()
        self.drop()

    def _run(self) -> None:
        while True:
            try:
                self._peer = self._server.accept()[0]
            except OSError:
                return
            self.connections += 1
            with self._peer, self._peer.makefile("rb") as stream:
                while head := stream.read(1):
                    self._answer(self._peer, head[0], stream.read(_length(stream)))

    def _answer(self, peer: socket.socket, head: int, body: bytes) -> None:
        kind = head & 0xF0
        if kind == 0x10:
            peer.sendall(b"\x20\x02\x00\x00")
        elif kind == 0x80:
            peer.sendall(b"\x90\x03" + body[:2] + b"\x01")
        elif kind == 0x30:
            start = 2 + int.from_bytes(body[:2], "big")
            self._unconfirmed.append(int.from_bytes(body[start : start + 2], "big"))
            self.published.append(msgspec.json.decode(body[start + 2 :]).get("seq", 0))


def _length(stream: Any) -> int:
    length = shift = 0
    while True:
        byte = int(stream.read(1)[0])
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return length


def test_what_can_go_out_at_once_goes_in_the_thread_that_has_it(
    tmp_path: Path, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()
    events = JournalOutbox.events

    def noted(outbox: JournalOutbox, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        asked.add(threading.current_thread().name)
        return events(outbox, after, limit)

    monkeypatch.setattr(JournalOutbox, "events", noted)
    with (
        Subscriber(mosquitto.port, f"{ROOT}/#") as ear,
        table_at(tmp_path, mosquitto.port) as table,
    ):
        until(lambda: table.broker.connected)
        mine = threading.current_thread().name
        # Now and then the broker's thread is at it already.
        until(lambda: table.play(1) > 0 and mine in asked)
        last = table.play(50)
        until(lambda: table.broker.confirmed == last and last in ear.distinct())
        assert ear.distinct() == list(range(1, last + 1))
