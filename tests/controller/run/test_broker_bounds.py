"""A table's connection to its broker at its bounds: names, replies that wait, and time."""

import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.config.model import BrokerConfig
from controller.contract.commands import Reply, Request
from controller.contract.limits import LONGEST_TEXT
from controller.play.sinks.servers import Mosquitto
from controller.run.messages import broker
from controller.run.messages.askers import Asker
from controller.run.messages.broker import MOST_REPLIES, _of
from tests.controller.run.test_broker import TOPICS, Table, table_at
from tests.mqtt import Subscriber, until


class Clock:
    """Seconds that somebody turns, and how often they were read since then."""

    def __init__(self, now: float) -> None:
        self.turn(now)

    def turn(self, now: float) -> None:
        """Set the time."""
        self.now, self.read = now, 0

    def monotonic(self) -> float:
        """Return the time."""
        self.read += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(100.0)
    monkeypatch.setattr(broker, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def test_a_command_may_have_a_name_of_two_hundred_characters(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path) as mosquitto,
        Subscriber(mosquitto.port) as ear,
        table_at(tmp_path, mosquitto.port) as table,
    ):
        until(lambda: ear.last("/status"))
        for length in (LONGEST_TEXT + 1, LONGEST_TEXT):
            ear.say(TOPICS.command("x" * length), {"id": str(length), "token": "t"})
        name, request = table.requests.get(timeout=30)
        assert (len(name), request.id) == (LONGEST_TEXT, str(LONGEST_TEXT))


def test_a_hundred_refusals_wait_and_no_more_but_what_was_done_is_always_answered(
    tmp_path: Path,
) -> None:
    with Mosquitto(tmp_path) as mosquitto, Subscriber(mosquitto.port) as ear:
        table = Table(tmp_path, BrokerConfig(port=mosquitto.port))
        for number in range(MOST_REPLIES + 1):
            no = Reply(str(number), ok=False, error="no", reason="not-now")
            table.broker.answer("pause", no)
        table.broker.answer("pause", Reply("done", ok=True))
        table.broker.start()
        until(lambda: (ear.last("/reply/pause") or {}).get("ok"))
        heard = [body["id"] for topic, body, _ in ear.heard if topic.endswith("/reply/pause")]
        table.close()
    assert heard == [*map(str, range(100)), "done"]


def test_who_asks_mistakenly_again_and_again_is_answered_while_few_replies_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "wall_ticks", lambda: 0)
    table = Table(tmp_path, BrokerConfig(port=1))
    waiting = []
    for _ in range(30):
        table.broker._replay(Request("no identity"), Asker("anne"))
        waiting.append(len(table.broker._replies))
    table.close()
    assert waiting == [*range(1, 25), *[25] * 6]


def test_a_table_that_stops_has_its_time_to_the_end_for_what_is_left(
    tmp_path: Path, clock: Clock
) -> None:
    table = Table(tmp_path, BrokerConfig(port=1))
    table.play(1)
    table.close()
    for now, may_go in ((103.0, False), (103.25, True)):
        clock.turn(now)
        assert table.broker._may_go() == may_go


def test_a_broker_has_ten_seconds_to_answer(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        table = Table(tmp_path, BrokerConfig(port=silent.getsockname()[1]))
        table.broker.start()
        # When it is made, when its thread starts, and twice while it waits for the answer.
        until(lambda: clock.read >= 4)
        clock.turn(110.0)

        def waits() -> bool:
            table.broker.go_on()
            return clock.read > 3

        until(waits)
        assert "not responding" not in caplog.text
        clock.turn(110.25)
        table.broker.go_on()
        until(lambda: "it is not responding" in caplog.text)
        table.close()


def test_of_a_request_64_letters_of_its_id_and_its_sender_are_logged() -> None:
    assert _of(Request("i" * 65, by="s" * 65)) == f"request {'i' * 64} by {'s' * 64}"
    assert _of(Request("i" * 64)) == f"request {'i' * 64}"
