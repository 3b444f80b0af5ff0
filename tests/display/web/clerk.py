"""A desk that speaks the contract: the rights of the real one, and answers made for the tests."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import msgspec

from controller.contract.venue import desk
from controller.contract.venue.desk import DeskAnswer, DeskRequest
from controller.contract.venue.rights import Role, may

PASSWORD = "three cards, face up"


class Clerk:
    """Serves a Unix socket in a thread of its own; keeps every request that it hears.

    Everybody signs in as the role that they are called (`director`), with `PASSWORD`.
    `answers` are what it knows, by the type of what is asked.
    """

    def __init__(self, path: Path, answers: dict[type, Callable[[Any], Any]]) -> None:
        self.path = path
        self.answers = answers
        self.heard: list[DeskRequest] = []
        self.silent = False
        self._sessions: dict[str, Role] = {f"session-of-{role}": role for role in Role}

    def __enter__(self) -> Self:
        self.again()
        return self

    def again(self) -> None:
        """Open the desk, for the first time or once more."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self.path.unlink(missing_ok=True)
        self._thread.start()
        assert self._ready.wait(30)

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(10)

    def done(self, kind: type) -> list[Any]:
        """Return the actions of a kind that were asked for."""
        return [one.do for one in self.heard if type(one.do) is kind]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_unix_server(self._visited, self.path, limit=1 << 20)
        self._ready.set()
        await self._end.wait()
        server.close()
        visits = asyncio.all_tasks() - {asyncio.current_task()}
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                request = msgspec.json.decode(line, type=DeskRequest)
                self.heard.append(request)
                if not self.silent:
                    writer.write(msgspec.json.encode(self._answer(request)) + b"\n")
        finally:
            writer.close()

    def _answer(self, request: DeskRequest) -> DeskAnswer:
        what = request.do or request.ask
        assert what is not None
        role = self._sessions.get(request.session)
        if isinstance(what, desk.SignIn):
            return self._signed_in(request.id, what)
        if not may(role, what):
            reason = "no-right" if role else "not-signed-in"
            return DeskAnswer(request.id, False, "your role does not allow that", reason)
        if isinstance(what, desk.AskSession):
            assert role is not None
            data = desk.SignedIn(request.session, f"Ms {role.title()}", role, 1 << 50)
            return DeskAnswer(request.id, True, data=msgspec.to_builtins(data))
        answers = self.answers.get(type(what))
        answer = answers(what) if answers is not None else {}
        if isinstance(answer, DeskAnswer):
            return msgspec.structs.replace(answer, id=request.id)
        return DeskAnswer(request.id, True, data=msgspec.to_builtins(answer))

    def _signed_in(self, number: str, what: desk.SignIn) -> DeskAnswer:
        if what.password != PASSWORD or what.name not in set(Role):
            return DeskAnswer(number, False, "wrong name or password", "wrong-password")
        session = f"session-of-{what.name}"
        data = desk.SignedIn(session, f"Ms {what.name.title()}", what.name, 1 << 50)
        return DeskAnswer(number, True, data=msgspec.to_builtins(data))
