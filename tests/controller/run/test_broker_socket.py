"""The controller's own door to the broker, a Unix socket, and the way round when it is shut."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from controller.play.sinks.servers import Mosquitto
from hardware.free_ports import free_port
from tests.controller.run.test_broker import TOPICS, table_at
from tests.mqtt import Subscriber, until

Shut = Callable[[Path, ExitStack], object]


def nothing(_path: Path, _there: ExitStack) -> None:
    """No broker was ever told to listen there."""


def left_behind(path: Path, _there: ExitStack) -> None:
    """What is left of a broker that was killed."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))


def another_thing(path: Path, _there: ExitStack) -> None:
    """A file, and no socket."""
    path.write_text("")


def hung(path: Path, there: ExitStack) -> None:
    """A broker that takes nobody in any more, and whose queue is full."""
    door = there.enter_context(closing(socket.socket(socket.AF_UNIX)))
    door.bind(str(path))
    door.listen(0)
    while True:
        first = there.enter_context(closing(socket.socket(socket.AF_UNIX)))
        first.setblocking(False)
        try:
            first.connect(str(path))
        except BlockingIOError:
            return


@pytest.fixture(autouse=True)
def told(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level("INFO"):
        yield


@pytest.mark.parametrize("protocol", ["5", "3.1.1"])
def test_a_table_comes_in_at_its_own_door(
    tmp_path: Path, protocol: str, caplog: pytest.LogCaptureFixture
) -> None:
    door = tmp_path / "mqtt.sock"
    with (
        Mosquitto(tmp_path, f"listener 0 {door}") as mosquitto,
        Subscriber(mosquitto.port) as ear,
        table_at(tmp_path, mosquitto.port, protocol=protocol, socket=str(door)) as table,
    ):
        last = table.play(150)
        until(lambda: last in ear.distinct() and table.broker.confirmed == last)
        assert ear.distinct() == list(range(1, last + 1))
        ear.say(TOPICS.command("pause"), {"id": "a", "token": "t"})
        assert table.requests.get(timeout=30)[0] == "pause"
    assert f"broker {door}: connected" in caplog.text
    assert "tapis install" not in caplog.text


@pytest.mark.parametrize(
    ("shut", "why"),
    [
        (nothing, "No such file or directory"),
        (left_behind, "Connection refused"),
        (another_thing, "Connection refused"),
        (hung, "Resource temporarily unavailable"),
    ],
)
def test_where_its_door_is_shut_it_comes_in_where_all_do_and_says_what_to_do(
    tmp_path: Path, shut: Shut, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    door = tmp_path / "mqtt.sock"
    with ExitStack() as there, Mosquitto(tmp_path) as first:
        shut(door, there)
        with table_at(tmp_path, first.port, socket=str(door)) as table:
            last = table.play(3)
            until(lambda: table.broker.confirmed == last)
            assert f"broker 127.0.0.1:{first.port}: connected" in caplog.text
            assert f"broker {door}: {why}; the table shares everybody's port" in caplog.text
            assert "sudo tapis install" in caplog.text
            # A broker that is installed anew has the door, and the table finds it.
            first.kill()
            with Mosquitto(tmp_path, f"listener 0 {door}"):
                until(lambda: f"broker {door}: connected" in caplog.text)


def test_where_there_is_no_broker_at_all_both_ways_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    door, port = tmp_path / "mqtt.sock", free_port()
    with table_at(tmp_path, port, socket=str(door)) as table:
        until(lambda: "it tries again" in caplog.text)
        said = f"broker {door}: No such file or directory; 127.0.0.1:{port}: Connection refused;"
        assert said in caplog.text
        with Mosquitto(tmp_path, f"listener 0 {door}"):
            until(lambda: table.broker.connected)
