"""Calls from the page to its caretaker, with a separate connection for each call."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.run.sockets.unix_socket import reachable
from controller.table_page.caretaker.asks import Answer, AnyAsk, Call, decoded

LONGEST_ANSWER: Final = 4_000_000
PATIENCE_S: Final = 60.0
LONG_S: Final = 900.0
"""The time limit in seconds for making or checking a backup."""

BLOCK: Final = 256 * 1024

T = TypeVar("T")


class CaretakerAway(TapisError):
    """Raised if the caretaker does not respond."""


class Refused(TapisError):
    """A request that was refused by the caretaker, or by the table through the caretaker."""

    def __init__(self, answer: Answer) -> None:
        """Store the `reason`; the exception's text is the answer's sentence, or ""."""
        super().__init__(answer.error)
        self.reason = answer.reason


class CareLine:
    """Sends requests to a caretaker over its socket, and returns the answers."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    async def ask(self, asked: AnyAsk, kind: type[T], **about: str) -> T:
        """Send a request and return the answer, decoded as `kind`.

        `about` describes the sender with fields of `Call`. Raises `CaretakerAway` or `Refused`.
        """
        with _answering():
            async with asyncio.timeout(PATIENCE_S):
                reader, writer = await self._sent(Call(asked, **about))
                with contextlib.closing(writer):
                    answer = await _answer(reader, None)
        return decoded(answer, kind)

    async def receive(self, asked: AnyAsk, **about: str) -> tuple[Answer, AsyncIterator[bytes]]:
        """Send a request; return the answer and the bytes that follow it.

        `about` describes the sender with fields of `Call`. Raises `CaretakerAway` or `Refused`.
        """
        with _answering():
            reader, writer = await self._sent(Call(asked, **about))
            try:
                answer = await _answer(reader, LONG_S)
            except BaseException:
                writer.close()
                raise

        async def rest() -> AsyncIterator[bytes]:
            try:
                while block := await asyncio.wait_for(reader.read(BLOCK), PATIENCE_S):
                    yield block
            finally:
                writer.close()

        return answer, rest()

    async def send(
        self, asked: AnyAsk, kind: type[T], blocks: AsyncIterator[bytes], **about: str
    ) -> T:
        """Send a request followed by the bytes in `blocks`; return the answer, decoded as `kind`.

        `about` describes the sender with fields of `Call`. Raises `CaretakerAway` or `Refused`.
        """
        with _answering():
            reader, writer = await self._sent(Call(asked, **about))
            with contextlib.closing(writer):
                # The answer may come before the end, and a failed write would then discard it.
                answering = asyncio.create_task(_answer(reader, None))
                try:
                    with contextlib.suppress(ConnectionError):
                        async for block in blocks:
                            writer.write(block)
                            await asyncio.wait_for(writer.drain(), PATIENCE_S)
                    answer = await asyncio.wait_for(answering, LONG_S)
                finally:
                    answering.cancel()
        return decoded(answer, kind)

    async def _sent(self, call: Call) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        with reachable(self._socket) as name:
            reader, writer = await asyncio.open_unix_connection(name, limit=LONGEST_ANSWER)
        # The call is short, so it need not wait for buffer space.
        writer.write(msgspec.json.encode(call) + b"\n")
        return reader, writer


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    """Raise `CaretakerAway` if a connection fails, or if the answer is not valid."""
    try:
        yield
    except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
        raise CaretakerAway(f"the caretaker does not answer: {error}") from None


async def _answer(reader: asyncio.StreamReader, seconds: float | None) -> Answer:
    """Return the caretaker's answer, which must arrive within `seconds`. Raises `Refused`."""
    line = await asyncio.wait_for(reader.readline(), seconds)
    answer = msgspec.json.decode(line, type=Answer)
    if not answer.ok:
        raise Refused(answer)
    return answer
