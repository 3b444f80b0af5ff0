"""`tapis stream demo`: recorded hands leave through a journal, a pump and a socket of their own."""

import asyncio
import contextlib
from pathlib import Path

import msgspec

from controller.broadcast.demo import HANDS, stream_demo
from controller.contract.private import StreamFrame, StreamOff
from controller.play.records.phh import read_hands
from controller.run.sockets.seat_sockets import user_named
from controller.run.stream.stream_socket import stream_socket_of


def test_hands_come_out_with_their_cards(tmp_path: Path) -> None:
    path = stream_socket_of(tmp_path, "demo")

    async def watch() -> StreamFrame:
        playing = asyncio.create_task(stream_demo(read_hands(HANDS), path, user_named("")))
        try:
            async with asyncio.timeout(60):
                while not path.exists():
                    await asyncio.sleep(0)
            reader, _ = await asyncio.open_unix_connection(path, limit=1024 * 1024)
            while True:
                line = await asyncio.wait_for(reader.readline(), 60)
                told = msgspec.json.decode(line, type=StreamFrame | StreamOff)
                if isinstance(told, StreamFrame) and any(len(one.cards) == 2 for one in told.cards):
                    return told
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing

    frame = asyncio.run(watch())
    assert frame.hand > 1, "before the first nobody had agreed"
    assert frame.state.stream is None
