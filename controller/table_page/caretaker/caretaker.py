"""A table's caretaker, which carries out the page's requests if the visitor has the right role.

It runs as the table's own user. It calls the functions behind the command line, and commands the
table over MQTT with a token, like any other client.
"""

import asyncio
import getpass
import grp
import logging
import os
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from controller.admin.backups.backup import back_up
from controller.admin.backups.backup_check import read_backup
from controller.admin.deck import health_lines
from controller.admin.devices import look_at_devices
from controller.admin.journals.given_hands import forget_given, read_given
from controller.admin.shuffles import all_told, shuffles_of
from controller.config.model import TableConfig, load_config
from controller.contract.commands import Reply
from controller.contract.errors import TapisError
from controller.journal.delete_expired import before_days
from controller.journal.session import SOFTWARE
from controller.run.loop.drivers import Drivers, open_drivers
from controller.run.sockets.unix_socket import close_at, serve_at
from controller.setup.antennas.calibrate import Calibration
from controller.setup.checks.doctor import examine
from controller.setup.checks.examined_machine import System
from controller.setup.dialogue import Talk
from controller.table_page.caretaker import asks
from controller.table_page.caretaker.asks import MAY, Answer, Call, Role, Signed
from controller.table_page.caretaker.job_runner import Work
from controller.table_page.caretaker.jobs import Jobs
from controller.table_page.caretaker.newer import Newer
from controller.table_page.caretaker.sessions import Sessions
from controller.table_page.caretaker.standstill import Standstill
from controller.table_page.password import (
    LOCAL,
    TOKENS,
    is_known,
    is_right,
    load_password,
    mark_for,
)
from display.ask import UNANSWERED, Token, ask, read_token
from display.feed import FeedSource
from display.options import password_in
from display.web.password_tries import Tries
from display.words.command_line.chosen import error_in
from display.words.locale import ENGLISH, languages
from display.words.names import Words, words

log = logging.getLogger(__name__)

LONGEST_CALL: Final = 128 * 1024
BLOCK: Final = 256 * 1024
WAIT_S: Final = 15.0
"""The longest time (s) for which a request for a job's progress waits for a change."""

TO_SEND: Final = ".to-send.tar.gz"
OWN: Final = "page"
LOGS: Final = {
    "table": "tapis.service", "screen": "tapis-display.service", "page": "tapis-page.service",
    "caretaker": "tapis-care.service", "broker": "mosquitto.service",
}  # fmt: skip
"""The services whose logs are shown; none of them logs a card that was never shown."""
PATIENCE_S: Final = 10.0
SHUT: Final = frozenset({"locked", "no-badge", "badge-and-pin"})
"""The table's reasons for no longer accepting the floor's commands from the page."""

Clock = Callable[[], float]
T = TypeVar("T")


class Refused(TapisError):
    """Raised for a request that is refused or impossible; `answer` tells the page why."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        super().__init__(sentence or reason)
        self.answer = Answer(ok=False, reason=reason, error=sentence)


def source_of(config: TableConfig, user: str = "", password: str = "") -> FeedSource:
    """Return a source of the messages under a table's topics.

    It logs in to the broker as `user`, or by default as the user in the config.
    """
    broker = config.broker
    if not user and broker.password_file:
        user, password = broker.user, password_in(Path(broker.password_file))
    root = f"{broker.root}/{config.venue}/{config.name}"
    return FeedSource(
        broker.host, broker.port, root, broker.protocol, user, password,
        broker.tls, broker.ca_file,
    )  # fmt: skip


class Caretaker:
    """The caretaker of one table's page, which serves all browsers.

    `config` is the table's config file. `user` and `password` are the page's own login for the
    broker; the default is the login in the config. `system` runs commands on the machine, and
    `drivers` opens the table's devices.
    """

    def __init__(
        self, config: Path, user: str = "", password: str = "", now: Clock = time.monotonic,
        system: System | None = None, drivers: Drivers = open_drivers,
    ) -> None:  # fmt: skip
        self.config = config
        self._broker = user, password
        self._now = now
        self._sessions = Sessions()
        self._tries = Tries()
        self._kept = ""
        self._server: asyncio.Server | None = None
        self._system = system or System(user=getpass.getuser())
        self.work = Work()
        self._newer = Newer(now)
        self._measured: tuple[Calibration | None, bytes] = (None, b"")
        self._jobs = Jobs(config, self._keep, drivers)
        self._stand_still = Standstill(
            self._system, lambda: source_of(self.table, *self._broker), partial(self._say_as, OWN)
        )
        # Only one password check (`_door`) and one long task such as the doctor (`_ward`) run at a
        # time, because each takes much time and memory.
        self._door, self._ward = asyncio.Lock(), asyncio.Lock()
        self._does: dict[type, Callable[[Call, Any], Awaitable[object]]] = {
            asks.SignIn: self._sign_in, asks.OpenFloor: self._open_floor,
            asks.SignOut: self._sign_out, asks.AskWho: self._who, asks.Tell: self._tell,
            asks.AskDevices: self._devices, asks.AskDoctor: self._doctor,
            asks.Begin: self._begin, asks.AskJob: self._job, asks.SayToJob: self._say_to_job,
            asks.StartTable: self._start_table, asks.AskCalibration: self._calibration,
            asks.AskPicture: self._picture, asks.AskBackup: self._backup, asks.AskLog: self._log,
            asks.AskAbout: self._about, asks.AskDecks: self._decks,
            asks.AskShuffles: self._shuffles, asks.AskHand: self._hand,
        }  # fmt: skip

    @property
    def table(self) -> TableConfig:
        """The table's config, read again on each access; raises `FileProblems`."""
        return load_config(self.config)

    # -- the socket ----------------------------------------------------------------------

    async def open(self, socket: Path, group: str = "") -> None:
        """Listen on a socket that its owner and a group may use. Raises `OSError`."""
        gid = grp.getgrnam(group).gr_gid if group else None
        self._server = await serve_at(socket, self._serve, limit=LONGEST_CALL, group=gid)

    async def close(self, socket: Path) -> None:
        """Stop answering requests and abort any running job, so that play can continue."""
        close_at(socket, self._server)
        await asyncio.to_thread(self.work.stop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), PATIENCE_S)
            call = msgspec.json.decode(line, type=Call)
            answer = await self.answer(call, reader)
            writer.write(msgspec.json.encode(answer) + b"\n")
            if answer.size:
                await send_file(self._backups() / TO_SEND, writer)
            await asyncio.wait_for(writer.drain(), PATIENCE_S)
        except (ConnectionError, asyncio.CancelledError):
            pass  # the client has gone, or the caretaker is stopping
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("a call could not be answered: %s", type(error).__name__)
        finally:
            writer.close()

    async def answer(self, call: Call, reader: asyncio.StreamReader | None = None) -> Answer:
        """Carry out a request if the visitor's role allows it.

        `reader` is the source of bytes that follow the call.
        """
        try:
            self._look_at_password()
            role = self._sessions.role(call.session, self._now())
            if role not in MAY[type(call.ask)]:
                raise Refused("sign-in" if role is None else "no-right")
            if isinstance(call.ask, asks.TakeBackup) and reader is not None:
                return await self._take_backup(call.ask, reader)
            found = await self._does[type(call.ask)](call, call.ask)
            return found if isinstance(found, Answer) else _told(found)
        except Refused as no:
            return no.answer
        except (TapisError, OSError) as error:
            return Answer(ok=False, reason="error", error=error_in(error, _words(call)))
        except Exception as error:  # noqa: BLE001
            # Its text is not logged: it could name a card that was never shown.
            what = type(call.ask).__name__
            log.error("%s could not be answered: %s", what, type(error).__name__)  # noqa: TRY400
            return Answer(ok=False, reason="bug")

    def _look_at_password(self) -> None:
        """End all sessions if the password has changed; raise `Refused` if no password is set."""
        kept = load_password(self.config.resolve().parent)
        if kept != self._kept:
            self._sessions.end_all()
            self._kept = kept
        if not kept:
            raise Refused("off")

    # -- sign-in -------------------------------------------------------------------------

    async def _sign_in(self, call: Call, asked: asks.SignIn) -> object:
        who = call.source, "password"
        async with self._door:
            if not self._tries.may(who, self._now()):
                raise Refused("too-many")
            if not await asyncio.to_thread(is_right, self._kept, asked.password):
                self._tries.wrong(who, self._now())
                log.warning("a wrong password from %s", call.source or "this machine")
                raise Refused("wrong-password")
        session = self._sessions.begin(Role.CARE, self._now())
        return Signed(Role.CARE, session, mark_for(self._kept), known=True)

    async def _open_floor(self, call: Call, asked: asks.OpenFloor) -> object:
        who = call.source, "pin"
        if not self._tries.may(who, self._now()):
            raise Refused("too-many")
        # A badge laid down for the table's screen must not sign in a stranger elsewhere.
        if not asked.pin and not is_known(self._kept, call.browser):
            raise Refused("unknown-browser")
        reply = await self._say(LOCAL, "unlock", {"pin": asked.pin} if asked.pin else {})
        if not reply.ok:
            if reply.reason not in UNANSWERED:
                self._tries.wrong(who, self._now())
            log.warning("the table opened nothing for %s: %s", call.source, reply.reason)
            raise _refusal(reply)
        return Signed(Role.FLOOR, self._sessions.begin(Role.FLOOR, self._now()))

    async def _sign_out(self, call: Call, _: asks.SignOut) -> None:
        role = self._sessions.role(call.session, self._now())
        self._sessions.end(call.session)
        if role is Role.FLOOR:
            await self._say(LOCAL, "lock", {})

    async def _who(self, call: Call, _: asks.AskWho) -> object:
        role = self._sessions.role(call.session, self._now())
        known = is_known(self._kept, call.browser)
        return Signed(role, call.session if role else "", known=known)

    # -- requests ------------------------------------------------------------------------

    async def _tell(self, call: Call, asked: asks.Tell) -> None:
        """Send a visitor's command to the table.

        A visitor with the floor's role uses the floor's token; any other uses the page's own token.
        Raises `Refused` if the table refuses the command, and always for `lock` and `unlock`.
        """
        floor = self._sessions.role(call.session, self._now()) is Role.FLOOR
        if asked.name in ("unlock", "lock"):
            raise Refused("no-right")
        name = LOCAL if floor else OWN
        reply = await self._say(name, asked.name, asked.data, asked.once)
        if not reply.ok:
            if floor and reply.reason in SHUT:
                self._sessions.end(call.session)
            raise _refusal(reply)

    async def _say(self, name: str, command: str, data: dict[str, Any], one: str = "") -> Reply:
        return await asyncio.to_thread(self._say_as, name, command, data, one)

    def _say_as(self, name: str, command: str, data: dict[str, Any], one: str = "") -> Reply:
        file = self.config.resolve().parent / TOKENS[name]
        if not file.exists():
            raise Refused("token")
        token: Token = read_token(file)
        return ask(source_of(self.table, *self._broker), token, command, data, one=one)

    async def _alone(self, work: Callable[..., T], *about: object) -> T:
        """Return `work(*about)`, run in a thread; no two such calls run at the same time."""
        async with self._ward:
            return await asyncio.to_thread(work, *about)

    async def _devices(self, _: Call, __: asks.AskDevices) -> object:
        if self.work.runs:
            raise Refused("job-runs")
        return await self._alone(look_at_devices, self.table)

    async def _doctor(self, call: Call, __: asks.AskDoctor) -> object:
        return await self._alone(examine, self._system, self.config, _words(call))

    async def _decks(self, call: Call, _: asks.AskDecks) -> object:
        return await self._alone(health_lines, self.table, _words(call))

    async def _shuffles(self, call: Call, _: asks.AskShuffles) -> object:
        """Report how well decks were shuffled in past hands, leaving out any hand in progress."""
        journal = Path(self.table.journal)

        def lines() -> tuple[str, ...]:
            if not journal.exists():
                return ()
            return tuple(all_told(shuffles_of(journal), journal, _words(call)))

        return await self._alone(lines)

    async def _hand(self, _: Call, asked: asks.AskHand) -> object:
        table = self.table

        def found() -> bytes | None:
            now = time.time_ns() // 1_000_000
            forget_given(Path(table.journal), before_days(table.privacy.keep_hole_cards_days, now))
            return read_given(Path(table.journal), asked.secret, asked.file)

        return asks.Found(await asyncio.to_thread(found))

    # -- jobs ----------------------------------------------------------------------------

    async def _begin(self, call: Call, asked: asks.Begin) -> None:
        do = self._jobs.of(asked.what)

        def standing_still(talk: Talk) -> bool:
            with self._stand_still(talk):
                return do(talk)

        name = asked.what.__struct_config__.tag
        if not self.work.begin(str(name), _words(call), standing_still):
            raise Refused("job-runs")

    async def _job(self, _: Call, asked: asks.AskJob) -> object:
        view = await self.work.newer(asked.seen, WAIT_S)
        plays = not view.ended or await asyncio.to_thread(self._stand_still.plays)
        return replace(view, plays=plays)

    async def _say_to_job(self, _: Call, asked: asks.SayToJob) -> None:
        self.work.say(asked)

    async def _start_table(self, _: Call, __: asks.StartTable) -> None:
        if self.work.runs:
            raise Refused("job-runs")
        await asyncio.to_thread(self._stand_still.start)

    def _keep(self, found: Calibration, picture: bytes) -> None:
        self._measured = found, picture

    async def _calibration(self, _: Call, __: asks.AskCalibration) -> object:
        return self._measured[0]

    async def _picture(self, _: Call, __: asks.AskPicture) -> object:
        return self._measured[1]

    # -- backups, logs -------------------------------------------------------------------

    def _backups(self) -> Path:
        return self._jobs.backup.parent

    async def _backup(self, _: Call, __: asks.AskBackup) -> Answer:
        """Make a backup, which is sent after the answer and then deleted."""
        file = self._backups() / TO_SEND
        manifest = await self._alone(back_up, self.config, file)
        moment = manifest.made[:19].replace("-", "").replace(":", "").replace("T", "-")
        name = f"tapis-{manifest.venue}-{manifest.table}-{moment}.tar.gz"
        return replace(_told(name), size=file.stat().st_size)

    async def _take_backup(self, asked: asks.TakeBackup, reader: asyncio.StreamReader) -> Answer:
        """Receive a backup and report its contents; an invalid one is deleted."""
        if self.work.runs:
            raise Refused("job-runs")
        if asked.size > asks.MOST_UPLOADED:
            raise Refused("too-large")
        async with self._ward:
            file = self._jobs.backup
            await take_file(file, asked.size, reader)
            try:
                return _told(await asyncio.to_thread(_uploaded, file))
            except BaseException:
                file.unlink(missing_ok=True)
                raise

    async def _log(self, _: Call, asked: asks.AskLog) -> object:
        if asked.of not in LOGS:
            raise Refused("no-such-log")
        asked_for = ("journalctl", "--no-pager", "--quiet", "--lines=200", "--output=short-iso",
                  f"--unit={LOGS[asked.of]}")  # fmt: skip
        ran = await asyncio.to_thread(self._system.run, asked_for)
        return ran.text.splitlines() if not ran.status else []

    async def _about(self, _: Call, asked: asks.AskAbout) -> object:
        python = ".".join(map(str, self._system.python))
        table = self.table
        plans = tuple(plan.name for plan in table.plans())
        newer = await self._newer.than(SOFTWARE, table.updates.look_at if asked.look else "")
        return asks.About(
            SOFTWARE, python, socket.gethostname(), plans, table.cards.decks,
            table.denominations, newer,
        )  # fmt: skip


async def send_file(file: Path, writer: asyncio.StreamWriter) -> None:
    """Send a file over a connection, and delete it.

    It is deleted before the first byte is sent, because a new file may meanwhile take its name.
    """
    with file.open("rb") as data:
        file.unlink()
        while block := data.read(BLOCK):
            writer.write(block)
            await asyncio.wait_for(writer.drain(), PATIENCE_S)


async def take_file(file: Path, size: int, reader: asyncio.StreamReader) -> None:
    """Receive `size` bytes, and write them to a new file that only its owner can read.

    An existing file is replaced. Raises `ConnectionError` if the bytes end too early.
    """
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as data:
        while size:
            block = await asyncio.wait_for(reader.read(min(BLOCK, size)), PATIENCE_S)
            if not block:
                raise ConnectionError("the upload was interrupted")
            data.write(block)
            size -= len(block)


def _uploaded(file: Path) -> asks.Uploaded:
    """Return what a backup contains, reading the backup as `restore` does. Raises `BackupError`."""
    with tempfile.TemporaryDirectory(prefix=".tapis-upload-", dir=file.parent) as staged:
        manifest, config = read_backup(file, Path(staged))
    parts = tuple(part.path for part in manifest.parts)
    return asks.Uploaded(config.venue, config.name, manifest.made, manifest.software, parts)


def _words(call: Call) -> Words:
    return words(call.language if call.language in languages() else ENGLISH)


def _told(data: Any) -> Answer:
    return Answer(ok=True, data=msgspec.Raw(msgspec.json.encode(data)))


def _refusal(reply: Reply) -> Refused:
    """Return a table's refusal as an exception.

    If the table did not answer at all, the exception contains only the reason's id.
    """
    return Refused(reply.reason, "" if reply.reason in UNANSWERED else reply.error)
