"""The room of a hall: the real broker, core and pages, and the data that the core has kept."""

import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property, partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

import msgspec
from sqlalchemy import ColumnElement, NullPool, create_engine, literal_column, select
from sqlalchemy.engine import Engine

from controller.contract.venue import desk
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.rights import Role
from controller.play.sinks.servers import Mosquitto
from controller.venue.core.staff.actions import act
from controller.venue.core.take_input import Core
from controller.venue.store import log, outbox
from controller.venue.store.database import Database
from controller.venue.store.persons import staff
from controller.venue.store.schema import order_, table_event
from controller.venue.store.tables import cursors
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament
from hardware.free_ports import free_port
from tests.rig.hall.tables import WORD, Published
from tests.rig.hub import STANDBY, NatsHub, Postgres
from tests.rig.venue_room import PASSWORD, ROOT, VENUE, Process, States, wait_for

COMMITTED: ColumnElement[float] = literal_column(
    "1000 * extract(epoch FROM pg_xact_commit_timestamp(xmin))"
)
HEARD_WITHIN = 60.0
"""A core that stores nothing new for this many seconds has heard everything."""


class Kept(msgspec.Struct, frozen=True):
    """A core's data on disk: events of tables (table, seq, type), hands in its log, stacks.

    `at` is the time since which an event is there (table, seq, ms since 1970), `words` (table,
    number) the floor's commands to tables, as often as they were ordered.
    """

    events: list[tuple[int, int, str]]
    hands: list[tuple[int, int]]
    stacks: dict[int, dict[int, int]]
    faults: int
    at: list[tuple[int, int, float]]
    words: list[tuple[int, int]]


def answers(port: int, table: int) -> bool:
    """Return whether the pages on a port know a table."""
    asked = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        asked.request("GET", f"/table/{table}")
        return asked.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        asked.close()


class HallRoom:
    """The measured processes; call `set_up` first, then start the core."""

    def __init__(self, folder: Path, engine: str = "mosquitto") -> None:
        """Start its servers, with all files in a folder. Raises `NoServer` where one is missing."""
        self.folder = folder
        self.ends = ExitStack()
        self.broker: Mosquitto | NatsHub = (
            NatsHub(folder) if engine == "nats" else Mosquitto(folder, ours=True)
        )
        self.where = str(folder / "bench-venue.db")
        self.database: Postgres | None = None
        try:
            self.ends.enter_context(self.broker)
            if isinstance(self.broker, NatsHub):
                self.broker.keep_in_memory()
                self.database = self.ends.enter_context(Postgres(fsync=True))
                self.ends.enter_context(Postgres(fsync=True, of=self.database))
                self.database.confirmed_by(STANDBY)
                self.where = self.database.made("bench")
        except BaseException:
            self.ends.close()
            raise
        # Behind the servers: else one of theirs might be the same.
        self.web_port = free_port()
        (folder / "token").write_text(secrets.token_hex(16))
        self.core = self.core_at(self.broker.port)
        self.web = Process(
            folder, "venue", "web", "--port", str(self.broker.port), "--topic", ROOT,
            "--listen", f"127.0.0.1:{self.web_port}",
            "--desk", str(folder / "bench-venue.sock"),
        )  # fmt: skip

    @property
    def ports(self) -> tuple[int, ...]:
        """Return the MQTT ports of a hub's servers; empty without a hub."""
        hub = self.broker
        return tuple(one.port for one in hub.servers) if isinstance(hub, NatsHub) else ()

    @property
    def servers(self) -> tuple[int, ...]:
        """Return the processes of the broker."""
        if isinstance(self.broker, NatsHub):
            return tuple(one.pid for one in self.broker.servers)
        return (self.broker.pid,)

    def core_at(self, port: int, lines: str = "", name: str = "venue") -> Process:
        """Return a core for the broker on a port, with extra lines in its config."""
        config = self.folder / f"{name}.toml"
        config.write_text(f'database = "{self.where}"\n{lines}{VENUE.format(port=port)}')
        return Process(self.folder, "venue", "run", "--config", config.name)

    def __enter__(self) -> Self:
        """Return the room; its servers are running."""
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.web.kill()
        self.core.kill()
        self.ends.close()

    def set_up(self, file: str, tables: int, seats: int) -> None:
        """Write an evening into the log as the core would: started, with every seat taken."""
        database = Database(self.where)
        try:
            with Core(database).turn() as turn:
                staff.add(turn.connection, "bench", Role.DIRECTOR, PASSWORD, turn.wall)
                rules = load_tournament(file)
                turn.open(rules.name, rules.title, rules, "")
                things: list[desk.AnyDo] = [
                    desk.OpenTable(number, seats) for number in range(1, tables + 1)
                ]
                things += [desk.Enter(member_no=f"{n}") for n in range(tables * seats)]
                things += [desk.CloseList(), desk.DrawSeats("bench"), desk.Start()]
                for do in things:
                    act(turn, do, "bench", "")
        finally:
            database.close()

    def seated(self) -> None:
        """Wait until every table has carried out the room's orders."""
        states = States(self.broker.port)
        try:
            wait_for(lambda: states.orders == 0, "every table has its players", 600)
        finally:
            states.close()

    def heard(self, last: dict[int, int]) -> None:
        """Wait until the core has heard each table up to an event."""
        wait_for(lambda: not self._behind(last), "the core has heard all tables", 600)

    def open_pages(self, tables: int) -> None:
        """Start the pages, and wait until they know all tables: a hub reports them one by one."""
        self.web.start()
        for table in range(1, tables + 1):
            wait_for(partial(answers, self.web_port, table), "the pages know their tables")

    def waiting(self) -> int:
        """Return the number of unanswered orders."""
        with self.reads.connect() as connection:
            return len(outbox.unanswered(connection))

    def kept(self, published: Published, end: Callable[[], object] | None = None) -> Kept:
        """Return the data that the core has kept, once it has heard everything.

        `end` ends the running cores; by default the room's own core is ended.
        """
        last: dict[int, int] = {}
        for table, seq, _ in published.kept:
            last[table] = max(last.get(table, 0), seq)
        behind, ends = self._behind(last), time.monotonic() + HEARD_WITHIN
        while behind and time.monotonic() < ends:
            time.sleep(0.2)
            before, behind = behind, self._behind(last)
            if behind < before:
                ends = time.monotonic() + HEARD_WITHIN
        (end or self.core.kill)()
        since = COMMITTED if "://" in self.where else table_event.c.wall
        database = Database(self.where)
        try:
            with database.transaction() as connection:
                opened = log.open_tournament(connection)
                assert opened is not None
                name, _, rules = opened
                room = log.rebuilt(connection, name, rules)
                said = [
                    one for row in log.rows(connection)
                    if not row["refused"] and isinstance(one := log.room_input(row), HandReported)
                ]  # fmt: skip
                columns = table_event.c
                said_in = select(columns.room_table, columns.seq, columns.type, since)
                events = [tuple(row) for row in connection.execute(said_in)]
                words = [
                    (table, msgspec.json.decode(payload)["seat"])
                    for table, payload in connection.execute(
                        select(order_.c.room_table, order_.c.payload).where(
                            order_.c.command == WORD
                        )
                    )
                ]
                stacks = {
                    table: {seat: one.stack for seat, one in room.seated(table).items()}
                    for table in room.tables
                }
                faults = len(verify(connection).faults)
        finally:
            database.close()
        hands = [(one.table, one.hand) for one in said]
        return Kept(
            msgspec.convert([row[:3] for row in events], list[tuple[int, int, str]]), hands, stacks,
            faults, [(table, seq, float(at)) for table, seq, _, at in events], words,
        )  # fmt: skip

    @cached_property
    def reads(self) -> Engine:
        """Return a reader of the core's database that does not block writers."""
        if "://" in self.where:
            return create_engine(
                self.where.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool
            )
        return create_engine(f"sqlite:///file:{self.where}?mode=ro&uri=true")

    def _behind(self, last: dict[int, int]) -> int:
        """Return the number of events of all tables that are not on disk yet."""
        with self.reads.connect() as connection:
            heard = {table: at.seq for table, at in cursors(connection).items()}
        return sum(max(0, seq - heard.get(table, 0)) for table, seq in last.items())
