"""A broker that says much at once is read to the end, though nothing comes behind it."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from paho.mqtt.enums import CallbackAPIVersion

from controller.play.sinks.servers import Mosquitto
from controller.run.messages.read_ahead import MOST, AheadClient
from display.web.live import reading as module
from display.web.live.reading import _Connection, keep_reading
from hardware.free_ports import free_port
from tests.mqtt import Subscriber, until

RETAINED = 5 * MOST + 1


async def all_of_it(client: AheadClient, port: int, heard: list[bytes]) -> None:
    reading = asyncio.create_task(keep_reading(client, "127.0.0.1", port))
    # Sooner than the next ping, whose answer would have the rest be read.
    async with asyncio.timeout(10):
        while len(heard) < RETAINED:
            await asyncio.sleep(0.01)
    client.disconnect()
    reading.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await reading


def test_more_than_is_taken_at_once_is_taken_all_the_same(tmp_path: Path) -> None:
    heard: list[bytes] = []
    client = AheadClient(CallbackAPIVersion.VERSION2)
    client.on_connect = lambda client, *_: client.subscribe("said/#")
    client.on_message = lambda _client, _data, message: heard.append(bytes(message.payload))
    with Mosquitto(tmp_path) as server, Subscriber(server.port, "said/#") as other:
        for number in range(RETAINED):
            other.say(f"said/{number}", b"%d" % number, retain=True)
        until(lambda: len(other.heard) == RETAINED)
        asyncio.run(all_of_it(client, server.port, heard))
    assert sorted(map(int, heard)) == list(range(RETAINED))


@pytest.mark.parametrize(("kept", "more"), [(None, False), (0, False), (1, True), (9, True)])
def test_what_a_socket_has_decrypted_is_read_without_more_coming(
    kept: int | None, *, more: bool
) -> None:
    taken = SimpleNamespace() if kept is None else SimpleNamespace(pending=lambda: kept)
    client = SimpleNamespace(socket=lambda: taken)

    async def kept_back() -> bool:
        return _Connection(client)._kept_back()  # type: ignore[arg-type]

    assert asyncio.run(kept_back()) is more


@pytest.mark.parametrize("accepted", [True, False])
def test_a_connection_is_looked_after_until_it_is_gone(
    monkeypatch: pytest.MonkeyPatch, *, accepted: bool
) -> None:
    monkeypatch.setattr(module, "LOOK_S", 0.01)
    looked: list[float] = []
    ours, theirs = socket.socketpair()
    held: list[socket.socket | None] = [ours]

    def loop_misc() -> None:
        looked.append(time.monotonic())
        if len(looked) == 3:
            held[0] = None

    client = SimpleNamespace(
        socket=lambda: held[0], loop_misc=loop_misc, on_socket_close=None,
        is_connected=lambda: accepted and not looked,
    )  # fmt: skip

    async def read() -> bool:
        async with asyncio.timeout(10):
            return await _Connection(client).read()  # type: ignore[arg-type]

    with ours, theirs:
        assert asyncio.run(read()) is accepted
        assert len(looked) == 3
        assert asyncio.run(read()) is False


@pytest.mark.parametrize(("kept", "gone", "reads"), [(2, 9, 3), (0, 9, 1), (5, 2, 2)])
def test_what_was_kept_back_is_read_in_turns_while_the_connection_lasts(
    kept: int, gone: int, reads: int
) -> None:
    """Of a connection with so many more to read, which is gone after so many reads."""
    taken: list[str] = []
    held = SimpleNamespace(pending=lambda: kept + 1 - len(taken))

    def loop_read() -> None:
        taken.append("read")

    async def take() -> bool:
        client = SimpleNamespace(
            socket=lambda: held if len(taken) < gone else None, loop_read=loop_read,
            want_write=lambda: False,
        )  # fmt: skip
        connection = _Connection(client)  # type: ignore[arg-type]
        connection._take()
        assert len(taken) == 1
        for _ in range(9):
            await asyncio.sleep(0)
        return connection._gone.is_set()

    assert asyncio.run(take()) is (reads == gone)
    assert len(taken) == reads


@pytest.mark.parametrize("told", [True, False])
def test_a_broker_that_is_not_there_is_tried_again_and_told_to_who_wants_to_know(
    monkeypatch: pytest.MonkeyPatch, *, told: bool
) -> None:
    monkeypatch.setattr(module, "WAIT_S", 0.001)
    monkeypatch.setattr(module, "LONGEST_WAIT_S", 0.001)
    client = AheadClient(CallbackAPIVersion.VERSION2)
    tried: list[str] = []
    client.on_pre_connect = lambda *_: tried.append("tried")
    if told:
        client.on_connect_fail = lambda *_: tried.append("failed")

    async def run() -> None:
        reading = asyncio.create_task(keep_reading(client, "127.0.0.1", free_port()))
        async with asyncio.timeout(10):
            while len(tried) < 4:
                await asyncio.sleep(0.001)
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading

    asyncio.run(run())
    assert tried[:4] == (["tried", "failed"] * 2 if told else ["tried"] * 4)
