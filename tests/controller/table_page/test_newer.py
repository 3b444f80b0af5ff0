"""A table that may look says that there is a newer version; whatever is wrong, it says nothing."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from controller.config.model import load_config
from controller.table_page.caretaker import newer as looked
from controller.table_page.caretaker.newer import (
    AGAIN,
    EVERY,
    LARGEST,
    Newer,
    newest_at,
    versions_in,
)
from controller.toml.file import FileProblems
from hardware.free_ports import free_port
from tests.controller.table_page.conftest import PageWorld

PACKAGES = """\
Package: tapis-table
Architecture: arm64
Version: 0.9.0+deb13

Package: tapis-table
Version: 0.10.0+deb13
Depends: python3

Package: another
Version: 7.0.0
"""
RELEASES: list[dict[str, Any]] = [
    {"tag_name": "v3.0.0", "draft": True},
    {"tag_name": "v2.0.0", "prerelease": True},
    {"tag_name": "v1.2.0", "name": "as of today", "assets": []},
    {"tag_name": "v1.10.0"},
    {"tag_name": "v1.11.0-rc1"},
    {"tag_name": "nightly"},
]


class Server(ThreadingHTTPServer):
    """A server with one list; `silent` ones never answer."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.body: bytes = b""
        self.status = 200
        self.asked: list[str] = []
        self.silent = threading.Event()
        self.over = threading.Event()

    @property
    def address(self) -> str:
        """Where the list is."""
        return f"http://127.0.0.1:{self.server_port}/list"


class Handler(BaseHTTPRequestHandler):
    """Answers with the server's list, and notes what was asked."""

    server: Server

    def do_GET(self) -> None:
        """Answer with the list."""
        self.server.asked.append(f"{self.path}\n{self.headers}")
        if self.server.silent.is_set():
            self.server.over.wait(10)
            return
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as served:
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        served.over.set()
        served.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("body", "newest"),
    [
        (PACKAGES, "0.10.0"),
        (json.dumps(RELEASES), "1.10.0"),
        (json.dumps(RELEASES[2]), "1.2.0"),
        ("", ""),
        ("[]", ""),
        ("<html>Please sign in to this hotel's network</html>", ""),
        ('[{"tag_name": 7}]', ""),
        ("[" * 100_000, ""),
        ("Package: tapis-table\nVersion: 99999999999999999999.0.0\n", ""),
        ("Package: tapis-table-extras\nVersion: 9.0.0\n", ""),
    ],
)
def test_the_newest_release_of_a_list_is_found(server: Server, body: str, newest: str) -> None:
    server.body = body.encode()
    assert newest_at(server.address) == newest


def test_a_list_that_is_no_text_has_no_versions() -> None:
    assert list(versions_in(b"\xff\xfe[\x00")) == []


def test_only_a_newer_version_is_told(server: Server) -> None:
    server.body = PACKAGES.encode()
    told = {
        mine: asyncio.run(Newer().than(mine, server.address))
        for mine in ("0.9.9", "0.10.0", "0.11.0", "unpackaged", "0.9.0.dev1")
    }
    assert told == {
        "0.9.9": "0.10.0", "0.10.0": "", "0.11.0": "", "unpackaged": "", "0.9.0.dev1": "",
    }  # fmt: skip
    request = server.asked[0]
    assert "0.9.9" not in request, "a server learns nothing of the table"


def test_without_an_address_nothing_is_asked(server: Server) -> None:
    assert asyncio.run(Newer().than("0.1.0", "")) == ""
    assert server.asked == []


def test_a_list_is_fetched_every_few_hours(server: Server) -> None:
    server.body = PACKAGES.encode()
    now = [0.0]
    newer = Newer(lambda: now[0])

    def told() -> tuple[str, int]:
        return asyncio.run(newer.than("0.1.0", server.address)), len(server.asked)

    assert told() == ("0.10.0", 1)
    now[0] = EVERY - 1
    assert told() == ("0.10.0", 1)
    now[0] = EVERY
    server.status = 500
    assert told() == ("", 2)
    now[0] += AGAIN - 1
    assert told() == ("", 2)
    now[0] += 1
    server.status = 200
    assert told() == ("0.10.0", 3)


def test_without_a_network_nothing_is_said() -> None:
    assert newest_at(f"http://127.0.0.1:{free_port()}/list") == ""
    assert newest_at("http://nowhere.invalid/list") == ""


def test_a_server_that_says_nothing_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looked, "WITHIN", 0.2)
    server.silent.set()
    assert asyncio.run(Newer().than("0.1.0", server.address)) == ""
    assert len(server.asked) == 1


def test_a_list_without_an_end_is_given_up(server: Server) -> None:
    server.body = PACKAGES.encode() + b"x" * LARGEST
    assert newest_at(server.address) == ""


def test_the_page_says_that_there_is_a_newer_version(page_world: PageWorld, server: Server) -> None:
    server.body = json.dumps([{"tag_name": "v999.0.0"}]).encode()
    world = page_world
    owner = world.browser().sign_in()
    assert "999.0.0" not in owner.get("/about").text
    assert server.asked == [], "a table looks nowhere by itself"
    before = world.config.read_text()
    world.config.write_text(f'{before}\n[updates]\nlook_at = "{server.address}"\n')
    try:
        assert "There is a newer version: 999.0.0." in owner.get("/about").text
        assert "999.0.0" not in world.browser().get("/about").text, "it is for whoever signed in"
    finally:
        world.config.write_text(before)


@pytest.mark.parametrize(
    "address", ["file:///etc/tapis/tokens", "ftp://host/list", "https://", "x"]
)
def test_only_the_web_is_looked_at(tmp_path: Path, address: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        f'name = "1"\nhardware = "twin"\nlayout = "reference"\n[updates]\nlook_at = "{address}"\n'
    )
    with pytest.raises(FileProblems, match="not the URL of an update list"):
        load_config(config)
