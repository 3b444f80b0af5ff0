"""Pages of an evening in this process: without broker or core, at a time that stands."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec

from display.feed import FeedSource
from display.web.app import make_app
from display.web.site import Settings, Site
from tests.streams.evenings import Evening
from tests.streams.pages import ROOT, Core, heard, standing_still


class Shown:
    """The pages, and somebody who asks for them."""

    def __init__(self, evening: Evening, archive: Path | None = None) -> None:
        self.asked: list[str] = []
        self.app = make_app(Settings(FeedSource(root=ROOT), Path("nowhere"), archive=archive))
        self.site: Site = self.app.state.site
        core = Core(evening, self.asked)
        self.site.line = self.site.door = self.app.state.visitors._line = core
        heard(self.site, evening)

    def say(self, rest: str, fact: object) -> None:
        """Have something published under the venue's topic."""
        message: Any = SimpleNamespace(
            topic=f"{ROOT}/{rest}", payload=msgspec.json.encode(fact), retain=True
        )
        self.site.hall._message(None, None, message)

    def get(self, path: str, role: str = "", language: str = "en") -> httpx.Response:
        """Ask for a page, as somebody of a role."""
        headers = {"Accept-Language": language}
        if role:
            headers["Cookie"] = f"session=session-of-{role}"

        async def ask() -> httpx.Response:
            through = httpx.ASGITransport(self.app, client=("192.0.2.7", 1))
            async with httpx.AsyncClient(transport=through, base_url="http://pages") as client:
                return await client.get(path, headers=headers)

        return asyncio.run(ask())


@contextmanager
def shown(evening: Evening, archive: Path | None = None) -> Iterator[Shown]:
    """Show the pages of an evening."""
    with standing_still():
        yield Shown(evening, archive)
