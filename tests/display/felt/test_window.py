"""A window, the whole screen or a folder: sizes, parts of pictures, touches, and a lost screen."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from display.felt import window as windows
from display.felt.drawing.layout import FIT, USUAL, Box
from display.felt.window import CLOSE, RETRY_S, Frames, Window

RED, BLUE = (200, 0, 0), (0, 0, 200)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pygame.display.quit()


def plain(size: tuple[int, int], colour: tuple[int, int, int]) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(colour)
    return surface


def on_screen(*at: tuple[int, int]) -> list[tuple[int, ...]]:
    surface = pygame.display.get_surface()
    assert surface is not None
    return [tuple(surface.get_at(one)[:3]) for one in at]


@pytest.mark.parametrize(
    ("wanted", "size", "moves"),
    [
        ((1000, 700), (1000, 700), True),
        ((800, 480), (800, 480), True),
        ((480, 800), (480, 800), True),
        ((400, 300), (800, 480), False),
        ((300, 400), (480, 800), False),
        ((799, 600), (800, 600), False),
        # As wide as high lies across.
        ((600, 600), (800, 600), False),
    ],
)
def test_a_picture_is_never_smaller_than_can_be_drawn(
    wanted: tuple[int, int], size: tuple[int, int], moves: bool
) -> None:
    window = Window(wanted, fullscreen=False)
    assert (window.size, window.moves) == (size, moves)


def test_a_window_that_fits_takes_most_of_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(2000, 1000), (640, 480)])
    assert Window(FIT, fullscreen=False).size == (1800, 900)


@pytest.mark.parametrize(("driver", "in_software"), [("x11", "0"), ("kmsdrm", None)])
def test_the_whole_screen_is_as_large_as_it_is_and_only_x_is_drawn_on_in_software(
    driver: str, in_software: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[tuple[int, int], int]] = []
    surface, option = pygame.Surface((1920, 1080)), "SDL_FRAMEBUFFER_ACCELERATION"

    def set_mode(size: tuple[int, int], flags: int) -> pygame.Surface:
        opened.append((size, flags))
        return surface

    monkeypatch.setenv(option, "1")
    monkeypatch.delenv(option)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    assert Window((900, 600), fullscreen=True).size == (1920, 1080)
    assert opened == [((0, 0), pygame.FULLSCREEN)]
    assert os.environ.get(option) == in_software
    assert Window((900, 600), fullscreen=False)
    assert opened[1:] == [((900, 600), pygame.RESIZABLE)]


def test_a_picture_has_to_be_shown_after_another_size_and_not_while_there_is_no_screen() -> None:
    window = Window((900, 600), fullscreen=False)
    assert window.resized()
    window.show(plain(window.size, RED))
    assert not window.resized()
    pygame.display.set_mode((1000, 600), pygame.RESIZABLE)
    window._screen = pygame.display.get_surface()
    assert window.resized()
    window._lose(pygame.error("gone"))
    assert not window.resized()
    assert window.size == (900, 600)


def test_a_part_is_drawn_alone_only_over_a_whole_picture_of_the_same_size() -> None:
    box, inside, outside = Box(100, 50, 40, 30), (120, 60), (500, 300)
    window = Window((900, 600), fullscreen=False)
    window.show(plain((900, 600), RED), (box,))
    assert on_screen(inside, outside, (0, 0)) == [RED, RED, RED]
    window.show(plain((900, 600), BLUE), (box,))
    assert on_screen(inside, outside) == [BLUE, RED]
    window.show(plain((1800, 1200), BLUE), (box,))
    assert on_screen(inside, outside) == [BLUE, BLUE]


def test_keys_and_touches_are_those_of_the_picture() -> None:
    window = Window((400, 300), fullscreen=False)
    list(window.acts())

    def post(kind: int, **about: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **about))

    post(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r")
    post(pygame.KEYDOWN, key=pygame.K_a, unicode="A")
    post(pygame.KEYDOWN, key=pygame.K_LSHIFT, unicode="")
    post(pygame.MOUSEBUTTONDOWN, pos=(40, 50), button=pygame.BUTTON_RIGHT)
    post(pygame.MOUSEBUTTONDOWN, pos=(100, 75), button=pygame.BUTTON_LEFT)
    post(pygame.QUIT)
    assert list(window.acts()) == ["enter", "A", (200, 120), CLOSE]


def test_a_screen_that_is_lost_is_looked_for_at_times_and_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr(windows, "time", SimpleNamespace(monotonic=lambda: now))
    window = Window((900, 600), fullscreen=False, patient=True)
    tried: list[float] = []
    opened = window._open

    def refused() -> None:
        tried.append(now)
        raise pygame.error("none")

    monkeypatch.setattr(window, "_open", refused)
    with caplog.at_level(logging.WARNING):
        window._lose(pygame.error("unplugged"))
        for _ in range(9):
            window.show(plain((900, 600), RED))
            now += RETRY_S / 2
    assert tried == [1000 + RETRY_S * nth for nth in (1, 2, 3, 4)]
    assert [one.getMessage() for one in caplog.records] == [
        "there is no screen to draw on (unplugged); trying again until there is"
    ]
    monkeypatch.setattr(window, "_open", opened)
    window.show(plain((900, 600), BLUE))
    window._tried -= RETRY_S
    window.show(plain((900, 600), BLUE))
    assert on_screen((5, 5)) == [BLUE]
    assert caplog.records[-1].getMessage() == "there is a screen again"


def test_a_patient_window_says_at_its_start_that_there_is_no_screen(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with caplog.at_level(logging.WARNING):
        window = Window(FIT, fullscreen=True, patient=True)
    assert len(caplog.records) == 1
    assert window.size == USUAL
    assert list(window.acts()) == []


def test_a_folder_gets_pictures_by_number_and_loses_older_ones_alone(tmp_path: Path) -> None:
    for name in ("frame-00001.png", "frame-00009.png", "other.png"):
        (tmp_path / name).write_bytes(b"")
    frames = Frames(tmp_path, (900, 600))
    for _ in range(2):
        frames.show(plain((900, 600), RED))
    names = ["frame-00001.png", "frame-00002.png", "other.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert (frames.count, frames.size, frames.moves, frames.resized()) == (
        2, (900, 600), False, False,
    )  # fmt: skip
