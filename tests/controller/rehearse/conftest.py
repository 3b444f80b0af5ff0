"""A table to rehearse at, and browsers that need none: what a page sends, and gets."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import uvicorn

from controller.config.model import TableConfig
from controller.play.runner import set_up
from controller.play.script.language import parse
from controller.rehearse.browser.pages import Site, make_app
from controller.rehearse.opening import as_in, usual
from controller.rehearse.rights import HOST
from controller.rehearse.table import Rehearsal
from hardware.free_ports import free_port
from tests.mqtt import until

FROM_HERE = {"sec-fetch-site": "same-origin", "accept": "application/json"}


class Room:
    """A table that is played at from its pages."""

    def __init__(self, folder: Path, begun: str = "", config: TableConfig | None = None) -> None:
        folder.mkdir(exist_ok=True)
        first = parse(begun) if begun else None
        config = config or (usual("ppc", 3) if first is None else as_in(set_up(first)))
        self.rehearsal = Rehearsal(config, folder, seed=1, first=first)
        self.rehearsal.start()
        self.site = Site(self.rehearsal, "http://testserver", "en")
        self.app = make_app(self.site)
        self.cookies = httpx.Cookies()

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, **headers: str
    ) -> httpx.Response:
        """Ask for an address as a browser does; with a form, post it."""

        async def asked() -> httpx.Response:
            through = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(
                transport=through, base_url="http://table", cookies=self.cookies
            ) as client:
                if form is None:
                    answer = await client.get(path, headers=headers)
                else:
                    answer = await client.post(path, data=dict(form), headers=headers)
                self.cookies = client.cookies
                return answer

        return asyncio.run(asked())

    def post(self, deed: str, seat: int = HOST, /, **form: str) -> dict[str, Any]:
        """Send what a page sends; gives what came of it."""
        link = self.site.links.of[seat]
        told: dict[str, Any] = self.ask(f"/{link}/{deed}", form, **FROM_HERE).json()
        return told

    def say(self, text: str, seat: int = HOST) -> None:
        """Have something done that can be done."""
        told = self.post("say", seat, say=text)
        assert told["ok"], f"{text}: {told['text']}"

    def happens(self, text: str) -> None:
        """Let something happen at the table, whatever pages do."""
        self.rehearsal.ask(parse(text)).result(30)

    def move(self, thing: str, place: str, seat: int = HOST) -> None:
        """Move something that can be moved."""
        told = self.post("move", seat, thing=thing, to=place)
        assert told["ok"], f"{thing} to {place}: {told['text']}"

    def marks(self, zone: str) -> list[str]:
        """Return what pages call the cards in a zone."""
        return [f"card:{one.mark}" for one in self.rehearsal.seen.cards if one.zone == zone]

    def page(self, seat: int = HOST) -> str:
        """Return a page as it is sent."""
        return self.ask(f"/{self.site.links.of[seat]}").text


class Served:
    """The pages of a table on a port of this machine, from entering to leaving."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._port = free_port()
        self._server = uvicorn.Server(
            uvicorn.Config(
                room.app, port=self._port, log_level="warning", timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        until(lambda: self._server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def link(self, seat: int) -> str:
        """Return the address of a page."""
        return f"http://127.0.0.1:{self._port}/{self.room.site.links.of[seat]}"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Return a table of three whose first hand has not begun."""
    made = Room(tmp_path)
    yield made
    made.rehearsal.stop()
