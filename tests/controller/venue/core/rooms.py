"""A whole room for a test: a real broker, a core, simulated tables, and a desk to ask at.

Its engines are a mosquitto and a file ("file"), a mosquitto and a PostgreSQL ("server"), or three
NATS servers and a PostgreSQL ("servers"). `TAPIS_ENGINES=servers` has every room on these.
"""

import asyncio
import json
import os
import socket
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

from argon2 import PasswordHasher
from sqlalchemy import create_engine, insert, text

from controller.contract.venue.rights import Role
from controller.play.sinks.servers import Mosquitto
from controller.run.sockets.unix_socket import reachable
from controller.venue.core.config import RoomBroker, VenueConfig
from controller.venue.core.run import VenueDaemon
from controller.venue.store import schema
from controller.venue.store.database import Database
from hardware.twin.halls.sim_hall import SimHall
from hardware.twin.halls.sim_table import SimTable
from tests.rig.hub import NatsHub, Postgres

PASSWORD = "long enough"
ROOT = "tapis/club"
THESE = os.environ.get("TAPIS_ENGINES", "file")

_databases = count(1)


def config_in(folder: Path, port: int, engines: str = THESE) -> VenueConfig:
    """Return the config of a room in a folder; on servers its database is a new one."""
    return VenueConfig(
        "club",
        database=database_in(folder, engines),
        desk=str(folder / "venue.sock"),
        broker=RoomBroker(port=port),
    )


def database_in(folder: Path, engines: str = THESE) -> str:
    """Return where a new database is, in a folder or on the server."""
    if engines == "file":
        return str(folder / "venue.db")
    return postgres().made(f"room{next(_databases)}")


@cache
def postgres() -> Postgres:
    """Return the server of this process, which lives as long."""
    server = Postgres()
    server.start()
    return server


@contextmanager
def broker_in(folder: Path, engines: str = THESE) -> Iterator[Mosquitto | NatsHub]:
    """Return a broker that runs, with nothing retained."""
    if engines != "servers":
        with Mosquitto(folder) as one:
            yield one
        return
    with tempfile.TemporaryDirectory(prefix="tapis-hub-") as name, NatsHub(Path(name)) as hub:
        yield hub


def hire(config: VenueConfig, *roles: Role) -> None:
    """Have staff, each called by their role."""
    database = Database(config.database)
    rows = [
        {"name": str(role), "role": role, "password": hashed_password(), "since": 0}
        for role in roles
    ]
    with database.transaction() as connection:
        connection.execute(insert(schema.staff), rows)
    database.close()


@cache
def hashed_password() -> str:
    """Return the password's hash, which says itself how little work it is to compare."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


class Desk:
    """A client of the desk's socket."""

    def __init__(self, path: str) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(20)
        with reachable(Path(path)) as near:
            self._line.connect(near)
        self._file = self._line.makefile("rwb")
        self._n = 0
        self.session = ""

    def say(self, message: dict[str, Any] | bytes) -> dict[str, Any]:
        """Say a line, and give the answer."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._file.write(line + b"\n")
        self._file.flush()
        answer: dict[str, Any] = json.loads(self._file.readline())
        return answer

    def tried(self, what: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, and give the answer."""
        self._n += 1
        asked = {"type": kind, **fields}
        return self.say({"id": str(self._n), "session": self.session, what: asked})

    def do(self, kind: str, **fields: Any) -> Any:
        """Do something that has to work, and give its data."""
        answer = self.tried("do", kind, **fields)
        assert answer["ok"], answer
        return answer.get("data")

    def ask(self, kind: str, **fields: Any) -> Any:
        """Ask something that has to be answered."""
        answer = self.tried("ask", kind, **fields)
        assert answer["ok"], answer
        return answer["data"]

    def sign_in(self, role: Role) -> Self:
        """Sign in as staff of a role."""
        self.session = self.do("sign-in", name=str(role), password=PASSWORD)["session"]
        return self

    def close(self) -> None:
        """Go."""
        self._file.close()
        self._line.close()


class Hosted:
    """A core in a thread."""

    def __init__(self, config: VenueConfig) -> None:
        self.daemon = VenueDaemon(config)
        self.failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="venue", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End as SIGTERM ends it."""
        self.daemon.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()
        assert not self.failed, self.failed

    def _run(self) -> None:
        try:
            asyncio.run(self.daemon.run())
        except BaseException as error:  # noqa: BLE001
            self.failed.append(error)


@contextmanager
def room(folder: Path, tables: int = 2, seats: int = 8, engines: str = THESE) -> Iterator["Room"]:
    """Return a room that runs, with its director signed in."""
    with broker_in(folder, engines) as broker:
        config = config_in(folder, broker.port, engines)
        hire(config, *Role)
        found = Room(config, broker, tables, seats)
        try:
            yield found
        finally:
            found.close()


class DealtHall(SimHall):
    """A hall whose tables all deal at once."""

    def deal(self, boldness: float = 0.3) -> int:
        """Play one hand at every table that may deal; return the number of tables that played."""
        with self.lock:
            dealt = [table for table in self.tables.values() if table.may_deal]
            for table in dealt:
                table.begin()
                table.end(self._rng, boldness)
                self._tell(table)
        return len(dealt)

    def chips(self) -> int:
        """Return the total number of chips at all tables."""
        with self.lock:
            seats = [seat for table in self.tables.values() for seat in table.seats.values()]
            return sum(seat.stack + seat.rebuy for seat in seats)


class Room:
    """A room that runs."""

    def __init__(
        self, config: VenueConfig, broker: Mosquitto | NatsHub, tables: int, seats: int
    ) -> None:
        from tests.mqtt import until

        self.config, self.broker = config, broker
        names = [str(number) for number in range(1, tables + 1)]
        self.hall = DealtHall(ROOT, [SimTable(name, seats) for name in names], broker.port)
        self.hall.start()
        assert self.hall.up.wait(60)
        self.core = Hosted(config)
        self.core.start()
        until(lambda: self.core.daemon.line.up and Path(config.desk).exists(), 60)
        self.desk = Desk(config.desk).sign_in(Role.DIRECTOR)

    def restart(self) -> None:
        """End the core, and start another on its log."""
        from tests.mqtt import until

        self.desk.close()
        self.core.stop()
        self.core = Hosted(self.config)
        self.core.start()
        until(lambda: self.core.daemon.line.up and Path(self.config.desk).exists())
        self.desk = Desk(self.config.desk).sign_in(Role.DIRECTOR)

    def league_night(
        self, players: int, names: Sequence[str] = (), file: str = "redcactus"
    ) -> list[str]:
        """Open tables, enter players, draw and start; gives the players' ids.

        Those with `names` are shown as `Alias-1` and so on.
        """
        desk = self.desk
        desk.do("open-tournament", file=file)
        for name, table in self.hall.tables.items():
            desk.do("open-table", table=int(name), seats=table.size)
        who = [{"name": name, "shown_as": f"Alias-{n}"} for n, name in enumerate(names, 1)]
        who += [{"name": f"Player {n}"} for n in range(len(names) + 1, players + 1)]
        ids = [
            desk.do("enter", **one, member_no=str(200 + n))["player"] for n, one in enumerate(who)
        ]
        desk.do("close-list")
        desk.do("draw-seats", witness="7h Ks 2d")
        desk.do("start")
        return ids

    @property
    def quiet(self) -> bool:
        """Return whether every order is answered, and nobody is on the way."""
        daemon = self.core.daemon
        return not daemon.sending.all_waiting and not daemon.core.room.moves

    @property
    def heard(self) -> bool:
        """Return whether every hand that was played is in the books."""
        known = self.core.daemon.core.room.tables
        with self.hall.lock:
            hands = {int(name): table.hand for name, table in self.hall.tables.items()}
        return all(known[number].hand == hand for number, hand in hands.items() if number in known)

    def close(self) -> None:
        """End it all."""
        self.desk.close()
        self.core.stop()
        self.hall.stop()


def cut_off(url: str) -> None:
    """End all sessions at a room's database but one's own."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                " datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()
