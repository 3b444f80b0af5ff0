"""The room of a hall: the real broker, core and pages, and what the core has kept in the end."""

import secrets
import sqlite3
import time
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

import msgspec

from controller.bench.hall.tables import Published
from controller.bench.venue_room import PASSWORD, ROOT, VENUE, Process, States, wait_for
from controller.contract.venue import desk
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.rights import Role
from controller.play.servers import Mosquitto
from controller.venue.core.actions import act
from controller.venue.core.turn import Core
from controller.venue.store import log, staff
from controller.venue.store.database import Database
from controller.venue.store.verify import verify
from hardware.free_ports import free_port

HEARD_WITHIN = 30.0
"""A core that takes nothing in for so many seconds has heard what it will hear."""


class Kept(msgspec.Struct, frozen=True):
    """What a core has on disk: events of tables (table, seq, type), hands in its log, stacks."""

    events: list[tuple[int, int, str]]
    hands: list[tuple[int, int]]
    stacks: dict[int, dict[int, int]]
    faults: int


class HallRoom:
    """All that is measured, each a process; `set_up` comes first, then the core is started."""

    def __init__(self, folder: Path) -> None:
        """Set it up in a folder. Raises `NoServer` without a mosquitto."""
        self.web_port = free_port()
        self._path = folder / "bench-venue.db"
        self.broker = Mosquitto(folder)
        (folder / "token").write_text(secrets.token_hex(16))
        (folder / "venue.toml").write_text(VENUE.format(port=self.broker.port))
        self.core = Process(folder, "venue", "run", "--config", "venue.toml")
        self.web = Process(
            folder, "venue", "web", "--port", str(self.broker.port), "--topic", ROOT,
            "--listen", f"127.0.0.1:{self.web_port}", "--desk", str(folder / "bench-venue.sock"),
        )  # fmt: skip

    def __enter__(self) -> Self:
        """Start the broker."""
        self.broker.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End everything."""
        self.web.kill()
        self.core.kill()
        self.broker.kill()

    def set_up(self, file: str, tables: int, seats: int) -> None:
        """Write an evening into the log, as the core would: it has begun, every seat is taken."""
        database = Database(self._path)
        try:
            with Core(database).turn() as turn:
                staff.add(turn.connection, "bench", Role.DIRECTOR, PASSWORD, turn.wall)
                things: list[desk.AnyDo] = [desk.OpenTournament(file)]
                things += [desk.OpenTable(number, seats) for number in range(1, tables + 1)]
                things += [desk.Enter(member_no=f"{n}") for n in range(tables * seats)]
                things += [desk.CloseList(), desk.DrawSeats("bench"), desk.Start()]
                for do in things:
                    act(turn, do, "bench", "")
        finally:
            database.close()

    def seated(self) -> None:
        """Wait until every table has done what the room asked of it."""
        states = States(self.broker.port)
        try:
            wait_for(lambda: states.orders == 0, "every table has its players", 600)
        finally:
            states.close()

    def heard(self, last: dict[int, int]) -> None:
        """Wait until the core has heard each table up to an event."""
        wait_for(lambda: not self._behind(last), "the core has heard all tables", 600)

    def open_pages(self) -> None:
        """Start the pages, and wait until they answer."""
        self.web.start()
        wait_for(self._answers, "the pages answer")

    def _answers(self) -> bool:
        asked = HTTPConnection("127.0.0.1", self.web_port, timeout=5)
        try:
            asked.request("GET", "/now")
            return asked.getresponse().status == HTTPStatus.OK
        except OSError:
            return False
        finally:
            asked.close()

    def kept(self, published: Published) -> Kept:
        """Return what the core has kept of what the tables said, once it has heard it all."""
        last: dict[int, int] = {}
        for table, seq, _ in published.kept:
            last[table] = max(last.get(table, 0), seq)
        behind, ends = self._behind(last), time.monotonic() + HEARD_WITHIN
        while behind and time.monotonic() < ends:
            time.sleep(0.2)
            before, behind = behind, self._behind(last)
            if behind < before:
                ends = time.monotonic() + HEARD_WITHIN
        self.core.kill()
        database = Database(self._path)
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
                events = [tuple(row) for row in connection.exec_driver_sql(
                    "SELECT room_table, seq, type FROM table_event")]  # fmt: skip
                stacks = {
                    table: {seat: one.stack for seat, one in room.seated(table).items()}
                    for table in room.tables
                }
                faults = len(verify(connection).faults)
        finally:
            database.close()
        hands = [(one.table, one.hand) for one in said]
        return Kept(msgspec.convert(events, list[tuple[int, int, str]]), hands, stacks, faults)

    def _behind(self, last: dict[int, int]) -> int:
        """Return how many events of all tables are not on disk yet."""
        connection = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)
        try:
            heard = dict(connection.execute("SELECT room_table, seq FROM cursor"))
        finally:
            connection.close()
        return sum(max(0, seq - heard.get(table, 0)) for table, seq in last.items())
