"""A broker that says much at once is read to the end, though nothing comes behind it."""

import asyncio
import contextlib
from pathlib import Path

from paho.mqtt.enums import CallbackAPIVersion

from controller.play.sinks.servers import Mosquitto
from controller.run.messages.read_ahead import MOST, AheadClient
from display.web.live.reading import keep_reading
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
