"""What is read at once is handed out in parts, nothing is lost, and a broker is read seldom."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from controller.install.certificates import make_authority, make_certificate
from controller.play.sinks.servers import Mosquitto
from controller.run.messages.read_ahead import AT_ONCE, MOST, AheadClient, ReadAhead
from hardware.free_ports import free_port
from tests.mqtt import Subscriber, until

MESSAGES = 400


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, ReadAhead]]:
    here, there = socket.socketpair()
    there.setblocking(False)
    yield here, ReadAhead(there)
    here.close()
    there.close()


def test_parts_come_in_order_and_what_is_left_is_pending(
    pair: tuple[socket.socket, ReadAhead],
) -> None:
    here, ahead = pair
    assert ahead.pending() == 0
    with pytest.raises(BlockingIOError):
        ahead.recv(1)
    here.sendall(b"abcdef")
    assert [ahead.recv(1), ahead.recv(2), ahead.pending()] == [b"a", b"bc", 3]
    here.sendall(b"gh")
    assert [ahead.recv(10), ahead.pending()] == [b"def", 0]
    assert ahead.recv(10) == b"gh"
    here.close()
    assert ahead.recv(1) == b""
    assert ahead.recv(1) == b""


def test_more_than_is_read_at_once_comes_whole(pair: tuple[socket.socket, ReadAhead]) -> None:
    here, ahead = pair
    here.setblocking(False)
    said = bytes(range(256)) * (AT_ONCE // 256) + b"the end"
    sent, heard = 0, b""
    while len(heard) < len(said):
        sent += here.send(said[sent : sent + 30_000]) if sent < len(said) else 0
        while ahead.pending() or len(heard) < sent:
            heard += ahead.recv(7_000)
    assert heard == said


def test_all_else_is_the_sockets_own(pair: tuple[socket.socket, ReadAhead]) -> None:
    here, ahead = pair
    assert ahead.send(b"back") == 4
    assert here.recv(10) == b"back"
    assert ahead.fileno() > 0
    ahead.close()
    assert ahead.fileno() == -1


class Counted:
    """A socket whose reads are counted."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.reads = inner, 0

    def recv(self, most: int) -> bytes:
        """Read, and count it."""
        self.reads += 1
        return bytes(self.inner.recv(most))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def test_many_messages_cost_few_reads_and_all_arrive(tmp_path: Path) -> None:
    """Each has three reads or more without it. Other connections get their turn between them."""
    heard: list[bytes] = []
    in_a_row: list[int] = []
    counted: list[Counted] = []
    goes_on = threading.Event()

    def hear(_client: Any, _data: Any, message: MQTTMessage) -> None:
        heard.append(bytes(message.payload))
        goes_on.wait(30)

    class Client(AheadClient):
        def _create_socket_connection(self) -> Any:
            counted.append(Counted(super()._create_socket_connection()))
            return counted[-1]

        def loop_read(self, max_packets: int = 1) -> MQTTErrorCode:
            """Read, and count the messages."""
            before = len(heard)
            done = super().loop_read(max_packets)
            in_a_row.append(len(heard) - before)
            return done

    with Mosquitto(tmp_path) as server, Subscriber(server.port, "said/#") as other:
        client = Client(CallbackAPIVersion.VERSION2)
        client.on_connect = lambda client, *_: client.subscribe("said/#")
        client.on_subscribe = lambda *_: other.say("said/begin", b"begin")
        client.on_message = hear
        client.connect("127.0.0.1", server.port)
        client.loop_start()
        until(lambda: heard == [b"begin"])
        before = counted[0].reads
        for number in range(MESSAGES):
            other.say("said/number", b"%d" % number)
        until(lambda: len(other.heard) > MESSAGES)
        goes_on.set()
        until(lambda: len(heard) > MESSAGES)
        client.disconnect()
        client.loop_stop()
    assert heard[1:] == [b"%d" % number for number in range(MESSAGES)]
    assert counted[0].reads - before < MESSAGES
    assert max(in_a_row) == MOST


def test_over_tls_messages_larger_than_a_record_come_whole(tmp_path: Path) -> None:
    key, certificate, authority = tmp_path / "key", tmp_path / "crt", tmp_path / "ca.crt"
    make_authority(tmp_path / "ca.key", authority, "Tapis")
    make_certificate(tmp_path / "ca.key", authority, key, certificate, ("localhost",))
    key.chmod(0o644)
    secured = free_port()
    extra = f"listener {secured} 127.0.0.1\ncertfile {certificate}\nkeyfile {key}"
    said = [bytes([number]) * (1 + 4_999 * number) for number in range(60)]
    heard: list[bytes] = []
    subscribed = threading.Event()
    with Mosquitto(tmp_path, extra) as server, Subscriber(server.port, "said/#") as other:
        client = AheadClient(CallbackAPIVersion.VERSION2)
        client.tls_set(str(authority))
        client.on_connect = lambda client, *_: client.subscribe("said/#")
        client.on_subscribe = lambda *_: subscribed.set()
        client.on_message = lambda _client, _data, message: heard.append(bytes(message.payload))
        client.connect("localhost", secured)
        client.loop_start()
        assert subscribed.wait(30)
        for one in said:
            other.say("said/one", one)
        until(lambda: len(heard) == len(said))
        client.disconnect()
        client.loop_stop()
    assert heard == said
