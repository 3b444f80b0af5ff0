"""Requests to the room's core process over its Unix socket.

All private data and all actions go through the core. One connection serves all requests, and is
reopened when the core comes back. If no answer arrives in time, an error is raised. The action may
still have been carried out, but it has an id that makes it safe to send again.
"""

import asyncio
import contextlib
import hashlib
import secrets
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue.desk import AnyAsk, AnyDo, AskSession, DeskAnswer, DeskRequest

ANSWER_S: Final = 10.0
"""The time limit for an answer, in seconds."""

LINE_BYTES: Final = 16 * 1024 * 1024
"""The largest answer, in bytes."""

MOST_WAITING: Final = 200
"""The maximum number of requests waiting for answers; any more are refused."""

T = TypeVar("T")


class CoreAway(TapisError):
    """Raised if the room's core process does not answer."""

    reason = ""


class Refused(TapisError):
    """Raised if the core refuses a request.

    `reason` is the id of the refusal, and the message is in English.
    """

    def __init__(self, answer: DeskAnswer) -> None:
        super().__init__(answer.error)
        self.reason = answer.reason


class DeskLine:
    """A connection to the core process, opened on first use."""

    def __init__(self, path: Path, answer_s: float = ANSWER_S) -> None:
        self._path = path
        self._answer_s = answer_s
        self._waiting: dict[str, asyncio.Future[DeskAnswer]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def ask(self, what: AnyAsk, kind: type[T], session: str = "", source: str = "") -> T:
        """Send a query and return the answer, of type `kind`. Raises `CoreAway` and `Refused`.

        `session` is the visitor's session, or "" for none. `source` is the address of the visitor's
        browser.
        """
        request = DeskRequest(secrets.token_hex(8), session, ask=what, source=source)
        return _read(await self._send(request), kind)

    async def do(
        self, what: AnyDo, session: str = "", source: str = "", once: str = ""
    ) -> DeskAnswer:
        """Request an action and return the answer. Raises `CoreAway` and `Refused`.

        `session` and `source` are the visitor's session and address, or "" for none. If several
        requests in a session have the same `once`, the action is carried out only once.
        """
        request = DeskRequest(_once(session, once), session, do=what, source=source)
        answer = await self._send(request)
        if not answer.ok:
            raise Refused(answer)
        return answer

    async def there(self) -> bool:
        """Return whether the core process answers and is running the room."""
        try:
            await self._send(DeskRequest(secrets.token_hex(8), ask=AskSession()))
        except CoreAway:
            return False
        return True

    async def close(self) -> None:
        """Close the connection."""
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading
        self._hang_up()

    async def _send(self, request: DeskRequest) -> DeskAnswer:
        if len(self._waiting) >= MOST_WAITING:
            raise CoreAway("too many requests are waiting for the room's core")
        writer = await self._connected()
        answer: asyncio.Future[DeskAnswer] = asyncio.get_running_loop().create_future()
        # If the same form is sent twice at once, both requests wait for the same answer.
        key = request.id
        if key in self._waiting:
            return await asyncio.shield(self._waiting[key])
        self._waiting[key] = answer
        try:
            writer.write(msgspec.json.encode(request) + b"\n")
            async with asyncio.timeout(self._answer_s):
                await writer.drain()
                return await asyncio.shield(answer)
        except (OSError, TimeoutError):
            # A core that is silent for this long may have lost the connection, so close it. The
            # next request reconnects.
            self._hang_up()
            answer.exception()  # asyncio would log that nobody has asked for it
            raise CoreAway("the room's core does not answer") from None
        finally:
            self._waiting.pop(key, None)

    async def _connected(self) -> asyncio.StreamWriter:
        async with self._opening:
            if self._writer is not None and not self._writer.is_closing():
                return self._writer
            try:
                reader, writer = await asyncio.open_unix_connection(self._path, limit=LINE_BYTES)
            except OSError:
                raise CoreAway("the room's core is not running") from None
            self._writer = writer
            self._reading = asyncio.create_task(self._read(reader, writer))
            return writer

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                answer = msgspec.json.decode(line, type=DeskAnswer)
                waiting = self._waiting.get(answer.id)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except (OSError, ValueError, msgspec.MsgspecError):
            pass  # not a valid answer: start again with another connection
        finally:
            writer.close()
            if self._writer is writer:
                self._hang_up()

    def _hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(CoreAway("the room's core has stopped"))


def _once(session: str, once: str) -> str:
    """Return the id for a request; the same `session` and `once` always give the same id.

    Other sessions can't guess it. If `once` is empty, the id is random.
    """
    if not once:
        return secrets.token_hex(16)
    return hashlib.sha256(f"{session}\n{once}".encode()).hexdigest()[:32]


def _read(answer: DeskAnswer, kind: type[T]) -> T:
    if not answer.ok:
        raise Refused(answer)
    try:
        return msgspec.convert(answer.data, kind)
    except msgspec.ValidationError as error:
        raise CoreAway(f"the room's core is a different version: {error}") from None
