"""A table that is played, its page and its caretaker, and a browser that needs none."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher

from controller.config.model import load_config
from controller.contract.commands import Reply
from controller.play.sinks.servers import Mosquitto
from controller.run.access.floor_pin import pin_for, save_pin
from controller.run.loop.daemon import Daemon
from controller.setup.checks.examined_machine import Ran, System
from controller.table_page.app import make_app
from controller.table_page.caretaker.caretaker import Caretaker, source_of
from controller.table_page.command import serve
from controller.table_page.password import PASSWORD_FILE, TOKENS, make_tokens
from controller.table_page.site import PageSettings, PageSite
from controller.toml.private_files import write_own
from display.ask import ask, read_token
from hardware.free_ports import free_port
from tests.controller.run.test_daemon import alive, write_config
from tests.controller.setup.twin_table import TwinTable
from tests.mqtt import until

PASSWORD = "a long evening"
PIN = "271828"
FROM_HERE = {"sec-fetch-site": "same-origin"}
PLAYERS = "".join(
    f'[[players]]\nseat = {seat}\nname = "{name}"\nstack = 5000\n'
    for seat, name in ((1, "Anne"), (2, "Bruno"), (3, "Chloe"))
)
KEPT = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
"""As it is kept, but quick to look at: how much work it is stands in it."""


def switched_on(folder: Path, port: int) -> Path:
    """Return the config of a table whose page has a password, and whose floor has a PIN."""
    config = write_config(folder, port, PLAYERS)
    config.write_text(f'floor_pin = "floor.pin"\n{config.read_text()}')
    save_pin(folder / "floor.pin", pin_for("Xavier", PIN))
    write_own(folder / PASSWORD_FILE, KEPT, 0o600)
    make_tokens(folder, folder / "tokens")
    return config


class Browser:
    """Somebody in front of a page."""

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=url, headers=FROM_HERE, timeout=30)

    def get(self, path: str) -> httpx.Response:
        """Look at a page, wherever it leads."""
        return self._client.get(path, follow_redirects=True)

    def post(self, path: str, /, **form: str) -> httpx.Response:
        """Send a form, and look where it leads."""
        return self._client.post(path, data=form, follow_redirects=True)

    def post_once(self, path: str, /, **form: str) -> httpx.Response:
        """Send a form, and look at the answer itself."""
        return self._client.post(path, data=form)

    def cookie(self, name: str) -> str:
        """Return a cookie's value, "" where there is none."""
        return self._client.cookies.get(name) or ""

    def post_from(self, site: str, path: str) -> int:
        """Send a form from another site's page; give the status of the answer."""
        return self._client.post(path, headers={"sec-fetch-site": site}).status_code

    def post_length(self, path: str, size: int) -> int:
        """Announce so many bytes; give the status of the answer, which comes before any is sent."""
        asked = HTTPConnection(self._client.base_url.host, self._client.base_url.port or 80)
        asked.putrequest("POST", path)
        for name, value in (*FROM_HERE.items(), ("content-length", str(size))):
            asked.putheader(name, value)
        asked.endheaders()
        try:
            return asked.getresponse().status
        finally:
            asked.close()

    def give_cookie(self, name: str, value: str) -> None:
        """Have a cookie that somebody else was given."""
        self._client.cookies.set(name, value)

    def send(self, path: str, name: str, *data: bytes) -> httpx.Response:
        """Upload a file, or several as the same one, and look where it leads."""
        files = [("file", (name, one)) for one in data]
        return self._client.post(path, files=files, follow_redirects=True)

    def sign_in(self, password: str = PASSWORD) -> Self:
        """Give the password."""
        assert self.post("/sign-in", way="password", password=password).status_code == 200
        return self

    def key_pin(self, pin: str = PIN) -> Self:
        """Key the floor's PIN."""
        assert self.post("/sign-in", way="pin", pin=pin).status_code == 200
        return self


class PageWorld:
    """A table, its broker, its caretaker and its page, from entering to leaving."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._broker = Mosquitto(folder)
        self.config = switched_on(folder, self._broker.port)
        self.hands = TwinTable(load_config(self.config).plans(), noise="clean")
        self.asked_systemd: list[str] = []
        self.serves = True
        self.caretaker = Caretaker(
            self.config, system=System(run=self.systemd), drivers=self.hands.open
        )
        self.socket = folder / "care.sock"
        self._app = make_app(self.settings())
        self.site: PageSite = self._app.state.site
        self._port = free_port()
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._app, port=self._port, log_level="warning", timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(
            target=lambda: asyncio.run(serve(self.caretaker, self._server, self.socket))
        )
        self._table: AbstractContextManager[Daemon] | None = None

    def systemd(self, words: Sequence[str]) -> Ran:
        """Be the machine's systemd, as far as it has this table's service."""
        command = " ".join(words)
        if words[0] == "journalctl":
            return Ran(0, f"a line of {words[-1]}\n")
        if words[0] != "systemctl" or words[-1] != "tapis.service":
            return Ran(127)
        if "is-active" in words:
            return Ran(0 if self._table is not None and self.serves else 3)
        self.asked_systemd.append(command)
        if "stop" in words:
            self.stop_table()
        else:
            self.start_table()
        return Ran(0)

    def start_table(self) -> None:
        """Let the table play."""
        self._table = alive(load_config(self.config))
        self.daemon = self._table.__enter__()

    def stop_table(self) -> None:
        """Let the table stand still."""
        table, self._table = self._table, None
        if table is not None:
            table.__exit__(None, None, None)

    def __enter__(self) -> Self:
        self._broker.start()
        self.start_table()
        self._thread.start()
        until(lambda: self._server.started)
        until(lambda: self.site.state is not None)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self.stop_table()
        self._broker.stop()

    def settings(self, *, secure: bool = False) -> PageSettings:
        """Return what a page of this table is started with."""
        return PageSettings(source_of(self.caretaker.table), self.socket, secure=secure)

    def told(self, owner: str, command: str, **data: object) -> Reply:
        """Tell the table something as the owner of one of the page's tokens."""
        token = read_token(self.folder / TOKENS[owner])
        return ask(source_of(self.caretaker.table), token, command, data)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self._port}"

    def browser(self) -> Browser:
        """Return somebody who is not signed in."""
        return Browser(self.url)


@pytest.fixture(scope="module")
def page_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageWorld]:
    """Return the page of a table at which three sit, and no hand runs."""
    with PageWorld(tmp_path_factory.mktemp("page")) as made:
        yield made
