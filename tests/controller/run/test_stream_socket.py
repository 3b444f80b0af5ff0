"""The stream's line: one subscriber, of one user, and nobody else hears a word."""

import asyncio
import os
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.private import SeatCards, StreamFrame, StreamOff
from controller.contract.public import PublicState
from controller.run.sockets.seat_sockets import SeatUser, user_named
from controller.run.stream.stream_socket import (
    MOST_UNREAD,
    StreamSocket,
    stream_socket_of,
)

FRAME = StreamFrame(7, PublicState(1, "t", "ppc"), (SeatCards(1, ("As", "Kd")),))


def frame_of(size: int) -> StreamFrame:
    """Return a frame whose line has so many bytes."""
    more = size - len(msgspec.json.encode(FRAME)) - 1
    return replace(FRAME, state=replace(FRAME.state, table="t" * (more + 1)))


@asynccontextmanager
async def line(folder: Path, uid: int, refused: list[int]) -> AsyncIterator[StreamSocket]:
    stream = StreamSocket(stream_socket_of(folder, "t"), SeatUser(uid), refused.append)
    await stream.open()
    try:
        yield stream
    finally:
        await stream.close()


async def heard(reader: asyncio.StreamReader) -> StreamFrame | StreamOff | None:
    told = await asyncio.wait_for(reader.readline(), 5)
    return msgspec.json.decode(told, type=StreamFrame | StreamOff) if told else None


def test_the_subscriber_hears_what_is_out_and_what_comes(tmp_path: Path) -> None:
    async def evening() -> list[StreamFrame | StreamOff | None]:
        async with line(tmp_path, os.geteuid(), []) as stream:
            path = stream_socket_of(tmp_path, "t")
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            reader, writer = await asyncio.open_unix_connection(path)
            first = await heard(reader)
            stream.tell(FRAME)
            second = await heard(reader)
            writer.close()
            await writer.wait_closed()
            for _ in range(100):
                reader, writer = await asyncio.open_unix_connection(path)
                third = await heard(reader)
                writer.close()
                if third is not None:
                    break
            return [first, second, third]

    assert asyncio.run(evening()) == [StreamOff(), FRAME, FRAME]


def test_a_second_subscriber_hears_nothing(tmp_path: Path) -> None:
    async def evening() -> StreamFrame | StreamOff | None:
        async with line(tmp_path, os.geteuid(), []) as stream:
            stream.tell(FRAME)
            path = stream_socket_of(tmp_path, "t")
            reader, _first = await asyncio.open_unix_connection(path)
            await heard(reader)
            other, _second = await asyncio.open_unix_connection(path)
            return await heard(other)

    assert asyncio.run(evening()) is None


def test_another_user_hears_nothing_and_is_named(tmp_path: Path) -> None:
    refused: list[int] = []

    async def evening() -> StreamFrame | StreamOff | None:
        async with line(tmp_path, os.geteuid() + 1, refused) as stream:
            stream.tell(FRAME)
            reader, _ = await asyncio.open_unix_connection(stream_socket_of(tmp_path, "t"))
            return await heard(reader)

    assert asyncio.run(evening()) is None
    assert refused == [os.geteuid()]


def test_without_a_user_of_its_own_it_is_the_controllers() -> None:
    assert user_named("no-such-user-here").uid == os.geteuid()
    assert user_named("root").uid == 0


@pytest.mark.parametrize("fewer", [0, 1])
def test_who_leaves_a_megabyte_unread_is_let_go(tmp_path: Path, fewer: int) -> None:
    async def gone() -> bool:
        async with line(tmp_path, os.geteuid(), []) as stream:
            with socket.socket(socket.AF_UNIX) as idle:
                idle.connect(str(stream_socket_of(tmp_path, "t")))
                async with asyncio.timeout(5):
                    while (subscriber := stream._subscriber) is None:
                        await asyncio.sleep(0)
                unread = subscriber.transport.get_write_buffer_size
                while not unread():
                    stream.tell(frame_of(10_000))
                stream.tell(frame_of(MOST_UNREAD - unread() - fewer))
                assert unread() == MOST_UNREAD - fewer
                stream.tell(FRAME)
                return subscriber.transport.is_closing()

    assert asyncio.run(gone()) == (not fewer)
