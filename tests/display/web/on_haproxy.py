"""Two processes of the pages behind HAProxy, as `docs/scale` has it. `make engines` runs this."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from controller.contract.venue.rights import Role
from controller.install.certificates import make_authority, make_certificate
from controller.venue.store.schema import log
from hardware.free_ports import free_ports
from tests.controller.venue.core.rooms import PASSWORD, ROOT, Room, room
from tests.display.web.world import Pages
from tests.mqtt import until
from tests.rig.hub import DOCS, NatsHub

PATIENCE = 60.0


class Before:
    """HAProxy before a hub and the pages: `mqtt` is where it stands for the hub."""

    def __init__(self, folder: Path, hub: NatsHub) -> None:
        """Write its configuration: that of the documentation, with the addresses of a test."""
        self.mqtt, https, *self.pages = free_ports(6)
        self.url = f"https://127.0.0.1:{https}"
        there = {
            ":1883": f"127.0.0.1:{self.mqtt}", ":443 ": f"127.0.0.1:{https} ",
            "/etc/haproxy/poker.pem": str(_certificate(folder)),
        }  # fmt: skip
        for n, one in enumerate(hub.servers, 1):
            there[f"10.0.0.{n}:11883"] = f"127.0.0.1:{one.port}"
        addresses = ("10.0.0.1:8081", "10.0.0.1:8082", "10.0.0.2:8081", "10.0.0.2:8082")
        for address, port in zip(addresses, self.pages, strict=True):
            there[f"{address}\n"] = f"127.0.0.1:{port}\n"
        text = (DOCS / "haproxy.cfg").read_text("utf-8")
        for address, ours in there.items():
            assert address in text
            text = text.replace(f" {address}", f" {ours}")
        self.config, self._said = folder / "haproxy.cfg", folder / "haproxy.sock"
        self.config.write_text(f"global\n    stats socket {self._said}\n{text}", "utf-8")

    def checked(self) -> str:
        """Return what HAProxy says of its configuration."""
        done = subprocess.run(
            ["haproxy", "-c", "-f", self.config], capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have it run, until the block ends."""
        process = subprocess.Popen(["haproxy", "-db", "-f", self.config])
        try:
            yield
        finally:
            process.kill()
            process.wait(10)

    def sends_to(self, one: "Behind") -> bool:
        """Return whether browsers are sent to a process: what HAProxy says of its servers."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._said))
            line.sendall(b"show servers state pages\n")
            told = line.makefile().read()
        port = one.address.rpartition(":")[2]
        return any(row.split()[5:6] == ["2"] and port in row.split() for row in told.splitlines())

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """Return a browser of somebody at an address."""
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(
            base_url=self.url, transport=transport, timeout=30, headers={"Origin": self.url}
        )


class Behind(Pages):
    """A process of the pages at a port, with a hub behind HAProxy."""

    def __init__(self, before: Before, port: int, desk: Path) -> None:
        super().__init__(before.mqtt, ROOT, desk, "--secure", "--protocol", "3.1.1")
        self.address = f"127.0.0.1:{port}"
        self.url = f"http://{self.address}"
        self._words = (*self._words, "--listen", self.address)


def _certificate(folder: Path) -> Path:
    key, authority = folder / "ca.key", folder / "ca.crt"
    make_authority(key, authority, "the club's")
    own, certificate = folder / "own.key", folder / "own.crt"
    make_certificate(key, authority, own, certificate, ("127.0.0.1",))
    both = folder / "poker.pem"
    both.write_text(certificate.read_text() + own.read_text())
    return both


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[tuple[Room, Before, list[Behind]]]:
    """Return a room on servers, and two processes of its pages behind HAProxy."""
    with room(tmp_path, tables=1, engines="servers") as here:
        assert isinstance(here.broker, NatsHub)
        before = Before(tmp_path, here.broker)
        assert before.checked() == "Configuration file is valid\n"
        desk = Path(here.config.desk)
        behind = [Behind(before, port, desk) for port in before.pages[:2]]
        with before.running(), behind[0], behind[1]:
            until(lambda: status(before, "/ready") == 200, PATIENCE, "browsers are let in")
            here.league_night(4)
            yield here, before, behind


def status(before: Before, path: str) -> int:
    """Return the status with which a page comes through HAProxy."""
    try:
        with before.client() as client:
            return client.get(path).status_code
    except httpx.TransportError:
        return 0


def sign_in(client: httpx.Client) -> int:
    """Sign the director in; gives the status."""
    form = {"name": str(Role.DIRECTOR), "password": PASSWORD}
    return client.post("/sign-in", data=form).status_code


def test_who_signed_in_is_known_whichever_process_is_gone(
    hall: tuple[Room, Before, list[Behind]],
) -> None:
    _, before, behind = hall
    with before.client() as director:
        assert sign_in(director) == 303
        for one in behind:
            one.process.kill()
            one.process.wait(20)
            # A connection that is refused is tried at the other one: nobody sees that one is gone.
            assert [director.get("/desk").status_code for _ in range(4)] == [200] * 4
            one.__enter__()
            until(partial(before.sends_to, one), PATIENCE, "it gets its share again")


def test_a_stream_tells_each_change_at_once_and_goes_on_when_a_server_of_the_hub_is_killed(
    hall: tuple[Room, Before, list[Behind]],
) -> None:
    here, before, _ = hall
    with before.client() as browser, browser.stream("GET", "/clock/stream") as stream:
        lines = stream.iter_lines()
        assert stream.headers["content-type"].startswith("text/event-stream")

        def shown(word: str) -> None:
            # It is still under way: what is said here was not kept back until its end.
            assert any(word in line for line in lines), f"the stream has ended before {word!r}"

        shown("Level 1")
        here.desk.do("jump-level", index=1)
        shown("Level 2")
        assert isinstance(here.broker, NatsHub)
        first = here.broker.servers[0]
        first.kill()
        first.start()
        first.wait()
        until(lambda: here.core.daemon.line.up, PATIENCE, "the core is back")
        here.desk.do("jump-level", index=2)
        shown("Level 3")


def test_the_log_names_the_address_of_who_acts_and_no_other(
    hall: tuple[Room, Before, list[Behind]],
) -> None:
    here, before, _ = hall
    with before.client("127.0.0.3") as director:
        assert sign_in(director) == 303
        # What somebody says of themselves is not believed.
        said = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
        form = {"name": "fire", "sure": "yes"}
        assert director.post("/do/hold", data=form, headers=said).status_code == 303
    with here.core.daemon.database.transaction() as connection:
        newest = select(log.c.source).order_by(log.c.n.desc()).where(log.c.actor == "director")
        assert connection.execute(newest.limit(1)).scalar_one() == "127.0.0.3"
