"""What a display knows: the state, the events behind it, and whether it is still true."""

import re
import socket
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import Envelope, PublicState, Status
from controller.play.sinks.servers import Mosquitto
from display.feed import (
    Feed,
    FeedSource,
    Protocol,
    View,
    client_for,
    same_picture,
    with_event,
    with_state,
    with_status,
)
from tests.display import states
from tests.mqtt import Subscriber, until

ROOT = "tapis/club/3"
UNREADABLE = (b'{"seq": 1, "table": "\xff"}', b'{"x": ' + b"[" * 5000)


def packed(fact: object) -> bytes:
    return msgspec.json.encode(fact)


def event(seq: int, name: str = "turn.started") -> Envelope:
    return Envelope(1, seq, "S1", "2026-01-01T20:00:00.000Z", "3", 17, name, {"seat": 2, "call": 0})


def at(seq: int) -> PublicState:
    return replace(states.flop(), seq=seq)


@given(st.integers(0, 40), st.lists(st.integers(1, 60), max_size=60))
def test_events_up_to_the_state_are_dropped_and_none_comes_twice(
    seq: int, arriving: list[int]
) -> None:
    view = with_state(View(), packed(at(seq)))
    for number in arriving:
        view = with_event(view, packed(event(number)))
    kept = [one.seq for one in view.recent]
    assert all(number > seq for number in kept)
    assert kept == sorted(set(kept))
    assert set(kept) <= set(arriving)
    if arriving and max(arriving) > seq:
        assert kept[-1] == max(arriving)
    else:
        assert not kept


def test_a_new_journal_begins_to_count_anew() -> None:
    view = with_event(with_state(View(), packed(at(500))), packed(event(501)))
    view = with_event(with_state(view, packed(at(3))), packed(event(4)))
    assert [one.seq for one in view.recent] == [501, 4]


@pytest.mark.parametrize(
    "payload", [b"{", b"[]", b"\xff\x00", b'{"seq": "x"}', b'{"seq": 1}', *UNREADABLE]
)
def test_what_cannot_be_read_leaves_the_last_state_and_is_told(payload: bytes) -> None:
    view = with_state(View(), packed(at(5)))
    broken = with_state(view, payload)
    assert broken.state == view.state
    assert (view.unread, broken.unread) == (False, True)
    assert not with_state(broken, packed(at(6))).unread
    assert with_event(view, payload) == view
    assert with_status(view, payload) == view


def test_a_state_with_fields_of_a_newer_controller_is_read() -> None:
    fields = msgspec.json.decode(packed(at(5)))
    fields["hologram"] = {"on": True}
    assert with_state(View(), packed(fields)).state == at(5)


def test_the_will_of_an_earlier_start_changes_nothing() -> None:
    view = with_status(View(), packed(Status("online", "S2", "3", "0.1")))
    assert with_status(view, packed(Status("offline", "S1", "3", "0.1"))).online
    assert not with_status(view, packed(Status("offline", "S2", "3", "0.1"))).online


def test_the_epoch_and_the_head_are_not_seen() -> None:
    assert same_picture(at(1), replace(at(2), epoch="E2", head="ab"))
    assert not same_picture(at(1), replace(at(1), voided=True))


def of(epoch: str, seq: int) -> bytes:
    return packed(replace(event(seq), epoch=epoch))


def birth(epoch: str, session: str = "S2") -> bytes:
    return packed(Status("online", session, "3", "0.1", epoch=epoch))


def test_in_a_new_epoch_numbers_that_are_known_are_news() -> None:
    view = with_status(View(), birth("E1", "S1"))
    view = with_state(view, packed(replace(at(500), epoch="E1")))
    view = with_event(view, of("E1", 501))
    view = with_status(view, birth("E2"))
    assert (view.seq, view.recent) == (0, ())
    view = with_event(view, of("E1", 460))  # sent again from before the loss
    view = with_event(view, of("E2", 461))
    view = with_event(view, of("E2", 461))
    assert [(one.epoch, one.seq) for one in view.recent] == [("E2", 461)]
    view = with_state(view, packed(replace(at(461), epoch="E2")))
    assert [one.seq for one in with_event(view, of("E2", 462)).recent] == [461, 462]


@pytest.mark.parametrize("first", ["status", "state"])
def test_whoever_comes_between_two_epochs_takes_the_old_state_for_a_picture_alone(
    first: str,
) -> None:
    """The broker retains the state of the epoch before, until there is one of the new."""
    view = View()
    for what in (first, "state" if first == "status" else "status"):
        if what == "status":
            view = with_status(view, birth("E2"))
        else:
            view = with_state(view, packed(replace(at(500), epoch="E1")))
    assert view.state is not None
    assert [one.seq for one in with_event(view, of("E2", 400)).recent] == [400]


@given(st.integers(0, 99), st.integers(0, 99))
def test_the_seq_is_not_seen(first: int, second: int) -> None:
    assert same_picture(at(first), at(second))
    assert not same_picture(at(first), replace(at(second), hand=18))
    assert not same_picture(None, at(first))


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_the_retained_state_arrives_and_the_events_behind_it(protocol: str, tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        table.say(f"{ROOT}/state", packed(at(10)), retain=True)
        source = FeedSource("127.0.0.1", broker.port, ROOT, protocol)  # type: ignore[arg-type]
        with Feed(source) as feed:
            until(lambda: feed.view.state == at(10))
            assert feed.view.current
            for seq in (9, 10, 11, 11, 12):
                table.say(f"{ROOT}/event/turn.started", packed(event(seq)))
            table.say("tapis/club/4/state", packed(at(99)), retain=True)
            until(lambda: feed.view.seq == 12)
            assert [one.seq for one in feed.view.recent] == [11, 12]
            table.say(f"{ROOT}/status", packed(Status("offline", "S1", "3", "0")), retain=True)
            until(lambda: not feed.view.online)
            assert feed.view.state == at(10)


@pytest.mark.parametrize("payload", UNREADABLE)
def test_what_is_no_text_does_not_end_the_connection(tmp_path: Path, payload: bytes) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port, "nothing") as table:
        table.say(f"{ROOT}/state", packed(at(10)), retain=True)
        with Feed(FeedSource("127.0.0.1", broker.port, ROOT)) as feed:
            until(lambda: feed.view.state == at(10))
            for topic in ("status", "event/turn.started", "state"):
                table.say(f"{ROOT}/{topic}", payload)
            until(lambda: feed.view.unread)
            assert not feed.view.current
            table.say(f"{ROOT}/state", packed(at(11)), retain=True)
            until(lambda: feed.view.state == at(11))
            assert feed.view.current


def test_it_comes_back_with_the_broker(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with broker, Feed(FeedSource("127.0.0.1", broker.port, ROOT)) as feed:
        with Subscriber(broker.port) as table:
            table.say(f"{ROOT}/state", packed(at(10)), retain=True)
            until(lambda: feed.view.state == at(10))
        broker.kill()
        until(lambda: feed.view.link == "down")
        assert feed.view.state == at(10)
        broker.start()
        with Subscriber(broker.port) as table:
            table.say(f"{ROOT}/state", packed(at(20)), retain=True)
            until(lambda: feed.view.state == at(20), 30)
        assert feed.view.current


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_it_comes_back_with_the_id_that_it_had(protocol: Protocol) -> None:
    """Whatever a hub keeps for it is found again; another display has another id."""
    ids = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = FeedSource(host="127.0.0.1", port=server.getsockname()[1], protocol=protocol)
        here, other = client_for(source), client_for(source)
        for client in (here, here, other):
            client.connect(source.host, source.port)
            line, _ = server.accept()
            with line:
                said = line.recv(200)
            ids.append(re.findall(rb"tapis-[0-9a-f]{16}", said))
    first, again, else_ = ids
    assert len(first) == 1
    assert first == again != else_


def test_a_broker_that_comes_later_is_found(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with Feed(FeedSource("127.0.0.1", broker.port, ROOT)) as feed:
        assert feed.view.link == "never"
        with broker:
            until(lambda: feed.view.link == "up", 30)


def test_a_broker_that_wants_another_password_is_told_apart(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path, anonymous=False) as broker,
        Feed(FeedSource("127.0.0.1", broker.port, ROOT, user="x", password="secret")) as feed,
    ):
        until(lambda: feed.view.link == "refused")


def test_a_password_is_not_in_what_is_printed() -> None:
    assert "secret" not in repr(FeedSource(user="display", password="secret"))
