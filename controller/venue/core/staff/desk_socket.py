"""The desk's socket: checks the sender of each request and their rights, and answers it.

Each request and each answer is one line of JSON.
"""

import asyncio
import grp
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from controller.contract.errors import N_, TapisError
from controller.contract.venue import desk as d
from controller.contract.venue.cash_game.waiting import OwnWait
from controller.contract.venue.floor.members import Declare
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.rights import may
from controller.run.sockets.unix_socket import close_at, serve_at
from controller.venue.core.refusals import No, needed
from controller.venue.core.staff import actions, questions
from controller.venue.core.staff.own_requests import declare, own_notices, own_wait
from controller.venue.core.take_input import Core
from controller.venue.store import answers
from controller.venue.store.faults import StoreFailed
from controller.venue.store.persons import staff
from controller.venue.store.persons.staff import Session

log = logging.getLogger(__name__)

LONGEST = 64_000
REMEMBERED = 1_000
WRONG_AT_MOST = 5
WRONG_WITHIN = 60_000
"""How long (ms) a wrong password counts against a staff name. While `WRONG_AT_MOST` wrong passwords
count, nobody can sign in with that name."""

SHUT = (OSError, ValueError, asyncio.LimitOverrunError, asyncio.IncompleteReadError)


class DeskShut(TapisError):
    """Raised if the desk's socket can't be opened at its path."""


class Door:
    """The server of the desk's socket, which runs in the event loop that opens it."""

    def __init__(
        self, core: Core, path: Path, done: Callable[[list[Any]], None], group: str = ""
    ) -> None:
        """Prepare to answer requests over a socket at `path`.

        `done` is called with the orders that each action produced. Members of `group` may use the
        socket, as well as the process's own user.
        """
        self._core = core
        self._path = path
        self._group = group
        self._done = done
        self._server: asyncio.Server | None = None
        self._wrong: dict[str, list[int]] = {}

    async def open(self) -> None:
        """Open the socket. Raises `DeskShut` if that is not possible."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._server = await serve_at(
                self._path, self._serve, limit=LONGEST, group=_gid(self._group)
            )
        except OSError as error:
            raise DeskShut(N_("the desk's socket {path} can't be opened: {why}"), path=self._path,
                           why=error.strerror) from None  # fmt: skip

    async def close(self) -> None:
        """Close the socket, and remove the socket file."""
        close_at(self._path, self._server)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(await self.asked(line)) + b"\n")
                await writer.drain()
        except (*SHUT, asyncio.CancelledError):
            pass  # the room stops, or the client leaves or sends an endless line
        finally:
            writer.close()

    async def asked(self, line: bytes) -> d.DeskAnswer:
        """Return the answer to a request line; every line is answered, even an invalid one."""
        try:
            request = msgspec.json.decode(line, type=d.DeskRequest)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return d.DeskAnswer("", ok=False, reason="unreadable", error=f"no request: {error}")
        try:
            data = await self._answer(request)
            seq = self._core.head.n if request.do is not None else 0
            return d.DeskAnswer(request.id, ok=True, data=data, seq=seq)
        except No as no:
            return d.DeskAnswer(request.id, ok=False, error=str(no), reason=no.reason)
        except StoreFailed as failed:
            sentence = f"no new decisions are made: {failed}"
            return d.DeskAnswer(request.id, ok=False, error=sentence, reason=str(failed.health))
        except Exception:
            log.exception("a request at the desk failed")
            sentence = "this failed because of a bug; see the core's log"
            return d.DeskAnswer(request.id, ok=False, error=sentence, reason="bug")

    async def _answer(self, request: d.DeskRequest) -> Any:
        asked = request.do or request.ask
        if asked is None:
            raise No("unreadable", 'a request needs a "do" or an "ask"')
        if isinstance(asked, d.SignIn):
            return await self._sign_in(asked)
        if isinstance(asked, Declare | OwnWait | OwnDeal | OwnNotices):
            return self._own(asked, request.source)
        session = self._session(request.session)
        keeper = session is not None and session.name in self._core.room.keepers
        if not may(session.role if session is not None else None, asked, keeper=keeper):
            if session is None:
                raise No("signed-out", "sign in first")
            raise No("no-right", f"the role {session.role} is not allowed to do this")
        if session is not None and isinstance(asked, d.AskSession):
            return d.SignedIn(request.session, session.name, session.role, session.until, keeper)
        if session is not None and request.do is not None and not isinstance(asked, d.SignOut):
            return self._do(session, request)
        with self._core.database.transaction() as connection:
            if isinstance(asked, d.SignOut):
                return staff.end_session(connection, request.session)
            return questions.answer(self._core, connection, asked)  # type: ignore[arg-type]

    def _own(self, asked: Declare | OwnWait | OwnDeal | OwnNotices, source: str) -> None:
        """Carry out a player's own request, which their secret link has authorised."""
        with self._core.turn() as turn:
            if isinstance(asked, Declare):
                declare(turn, asked, source)
            elif isinstance(asked, OwnNotices):
                own_notices(turn, asked, self._core.ways, source)
            else:
                own_wait(turn, asked, source)
        self._done(turn.orders)
        if isinstance(asked, OwnNotices):
            # No page of the database file may keep an address that was changed or deleted.
            self._core.database.vacuum()

    def _do(self, session: Session, request: d.DeskRequest) -> Any:
        """Carry out an action once; if the same request arrives again, return the first answer."""
        assert request.do is not None
        refused: No | None = None
        data = None
        with self._core.turn() as turn:
            before = answers.given(turn.connection, request.session, request.id)
            if before is not None:
                if not before.ok:
                    raise No(before.reason, before.error)
                return before.data
            # Refusals are in the log, so their transaction is committed.
            before_n = turn.head.n
            try:
                data = actions.act(turn, request.do, session.name, request.source)
            except No as no:
                if turn.head.n == before_n:
                    raise
                refused = no
            if request.id:
                no_more = (str(refused), refused.reason) if refused is not None else ("", "")
                told = d.DeskAnswer(request.id, refused is None, *no_more, data)
                answers.keep(turn.connection, request.session, told)
        self._done(turn.orders)
        if isinstance(request.do, d.Forget):
            self._core.database.vacuum()
        if refused is not None:
            raise refused
        return data

    def _session(self, token: str) -> Session | None:
        if not token:
            return None
        with self._core.database.transaction() as connection:
            return staff.signed_in(connection, token, self._core.time.wall())

    async def _sign_in(self, asked: d.SignIn) -> d.SignedIn:
        now = self._core.time.wall()
        wrong = [at for at in self._wrong.get(asked.name, ()) if now - at < WRONG_WITHIN]
        if len(wrong) >= WRONG_AT_MOST:
            raise No("too-many", "too many wrong passwords: wait a minute")
        # Counted before it is checked, so that attempts made at the same time count too.
        self._wrong[asked.name] = [*wrong, now]
        while len(self._wrong) > REMEMBERED:
            self._wrong.pop(next(iter(self._wrong)))
        with self._core.database.transaction() as connection:
            kept = staff.password_of(connection, asked.name)
        # Hashing takes time, and tables must not wait for it.
        fits = await asyncio.to_thread(staff.fits, kept, asked.password)
        opened = None
        if fits:
            with self._core.database.transaction() as connection:
                opened = staff.open_session(connection, asked.name, now)
        token, session = needed(opened, "wrong-password", "wrong name or password")
        self._wrong.pop(asked.name, None)
        return d.SignedIn(token, session.name, session.role, session.until)


def _gid(group: str) -> int | None:
    """Return a group's numeric id, or None if the name is "" or unknown.

    With None, only the process's own user may use the desk.
    """
    if not group:
        return None
    try:
        return grp.getgrnam(group).gr_gid
    except KeyError:
        log.warning("there is no group %s here: only the room's own user can reach the desk", group)
        return None
