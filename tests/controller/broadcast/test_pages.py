"""The overlays in a real browser: what a frame shows, transparent around it, and gone when off."""

import asyncio
import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import httpx
import pygame
import pytest
import uvicorn
from playwright.sync_api import Browser, expect

from controller.broadcast.follow import Follower
from controller.broadcast.pages import PARTS, Site, make_app
from controller.broadcast.theme import Theme
from controller.contract.private import StreamFrame, StreamOff
from controller.run.sockets.seat_sockets import user_named
from controller.run.stream.stream_socket import StreamSocket
from display.words.names import words
from hardware.free_ports import free_port
from tests.controller.broadcast.test_shown import FRAME
from tests.display.web.conftest import chromium
from tests.mqtt import until

__all__ = ["chromium"]
INSIDE = """[...document.querySelectorAll(".card svg")].every((one) => {
  const [place, suit] = [one, one.firstElementChild].map((it) => it.getBoundingClientRect());
  return suit.width > place.width / 2 && suit.left >= place.left - 1 && suit.top >= place.top - 1
    && suit.right <= place.right + 1 && suit.bottom <= place.bottom + 1;
})"""
SIZES = {"1080": (1920, 1080), "720": (1280, 720)}


class Stream:
    """A stream's socket, and the pages of what it lets out."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.line = StreamSocket(folder / "t-stream.sock", user_named(""), lambda _: None)
        (folder / "club.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
        theme = Theme(title="Friday", logo=str(folder / "club.svg"))
        site = Site(Follower(folder / "t-stream.sock", words("fr")), theme, words("fr"))
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        config = uvicorn.Config(make_app(site), port=port, log_level="warning", lifespan="on")
        self.server = uvicorn.Server(config)
        self._threads = [
            threading.Thread(target=self._lines, daemon=True),
            threading.Thread(target=self.server.run, daemon=True),
        ]

    def _lines(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self.line.open())
        self.loop.run_forever()

    def tell(self, said: StreamFrame | StreamOff) -> None:
        """Let something out."""
        self.loop.call_soon_threadsafe(self.line.tell, said)

    def __enter__(self) -> Self:
        for one in self._threads:
            one.start()
        until(lambda: self.server.started, what="the pages")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._threads[1].join(20)
        asyncio.run_coroutine_threadsafe(self.line.close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._threads[0].join(10)


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stream]:
    with Stream(tmp_path_factory.mktemp("stream")) as made:
        yield made


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_is_shown_and_around_its_boxes_there_is_nothing(
    chromium: Browser, stream: Stream, size: str
) -> None:
    wide, high = SIZES[size]
    with chromium.new_context(viewport={"width": wide, "height": high}) as window:
        page = window.new_page()
        page.goto(f"{stream.url}/overlay/all?size={size}")
        stream.tell(FRAME)
        expect(page.locator(".seats .box")).to_have_count(3)
        anne = page.locator('[data-seat="1"]')
        expect(anne.locator(".card")).to_have_count(2)
        expect(anne.locator(".equity")).to_contain_text("%")
        expect(anne.locator(".action")).to_have_text("Relance à 500")
        expect(page.locator(".board .card")).to_have_count(3)
        expect(page.get_by_role("img", name="♠")).to_have_count(2)
        assert page.evaluate(INSIDE), "a suit's outline lies in its place"
        assert page.evaluate("document.fonts.check('700 20px Inter')"), "Inter, from this server"
        assert page.evaluate("[...document.fonts].map(one => one.status)") == ["loaded"]
        expect(page.locator(".pot")).to_contain_text("1\N{NARROW NO-BREAK SPACE}300")
        expect(page.locator(".lower .title")).to_have_text("Friday")
        for box in page.locator(".box").all():
            edge = box.bounding_box()
            assert edge is not None
            assert min(edge["x"], edge["y"]) >= 0
            assert edge["x"] + edge["width"] <= wide
            assert edge["y"] + edge["height"] <= high
        picture = pygame.image.load(io.BytesIO(page.screenshot(omit_background=True)))
        for x, y in ((1, 1), (wide - 2, 1), (wide // 2, high // 3), (1, high - 2)):
            assert picture.get_at((x, y)).a == 0
        seat = anne.bounding_box()
        assert seat is not None
        middle = int(seat["x"] + 8), int(seat["y"] + seat["height"] / 2)
        assert picture.get_at(middle).a > 200


def test_when_the_stream_ends_the_overlays_are_empty_at_once(
    chromium: Browser, stream: Stream
) -> None:
    with chromium.new_context() as window:
        page = window.new_page()
        page.goto(f"{stream.url}/overlay/seats")
        stream.tell(FRAME)
        expect(page.locator(".box")).to_have_count(3)
        stream.tell(StreamOff())
        expect(page.locator(".box")).to_have_count(0)


def test_each_overlay_has_its_own_part(chromium: Browser, stream: Stream) -> None:
    stream.tell(FRAME)
    has = {"seats": ".seats", "board": ".board", "lower-third": ".lower"}
    with chromium.new_context() as window:
        page = window.new_page()
        for part, own in has.items():
            page.goto(f"{stream.url}/overlay/{part}")
            expect(page.locator(own)).to_have_count(1)
            for other in {*has.values()} - {own}:
                assert page.locator(other).count() == 0


def test_the_list_the_theme_and_what_there_is_not(stream: Stream) -> None:
    index = httpx.get(stream.url).text
    assert all(f"/overlay/{part}?size=720" in index for part in PARTS)
    assert "--accent" in httpx.get(f"{stream.url}/theme.css").text
    assert httpx.get(f"{stream.url}/logo").headers["content-type"].startswith("image/svg")
    assert httpx.get(f"{stream.url}/overlay/none").status_code == 303
    assert httpx.get(f"{stream.url}/overlay/none/stream").status_code == 404
    assert httpx.post(stream.url).status_code == 403
