"""Takes the pictures of the room's pages for the docs: `make pictures`."""

import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, sync_playwright

from controller.rehearse.opening import usual
from controller.rehearse.rights import HOST
from tests.controller.rehearse.conftest import Room, Served
from tests.display.web.first_evening import STEPS, empty_room
from tests.display.web.world import EVENING, LINK, World, views
from tests.rig.chromium import FLAGS
from tests.rig.chromium import chromium as program
from tests.rig.pictures import example_tables as e
from tests.rig.pictures.golden import MOST_COLOURS, save_few_colours


class Taken(NamedTuple):
    """A picture of a page: its file, the path, the language, and the role of the person there.

    It ends with what the selector `end` finds, and begins at the page's top without one.
    """

    name: str
    path: str
    language: str
    role: str = ""
    end: str = ""


SIZE: Final = (1280, 720)
WIDTH: Final = 1440
"""The window's width: a whole table is seen in it."""

_TO_ITS_END: Final = "found => document.querySelector(found).scrollIntoView(false)"
PRACTISED: Final = (
    "hand", "deal", "4 raises to 300", "5 calls", "6 folds", "1 folds", "2 folds", "3 calls",
    "gather", "board 3",
)  # fmt: skip
_AT_NINE: Final = (
    "document.querySelectorAll('.happened time').forEach(time => time.textContent = '21:00:00')"
)
TAKEN: Final = (
    Taken("table", "/table/2", "en", "screen", "main svg"),
    Taken("floor-fr", "/floor", "fr", "floor"),
    Taken("me", f"/me/{LINK}", "en"),
)


def take(world: World, browser: Browser, folder: Path) -> None:
    """Write all pictures of an evening into a folder. Raises `OSError`."""
    # The flop has been taken back, and this house shows neither stacks nor what is in a pot.
    world.say("2/state", replace(e.as_fidpa(e.ruling()), table="2"))
    path = f"venue/tournament/{EVENING}/clock"
    clock = views()[path.removeprefix("venue/")]
    world.say(path, replace(clock, holds=("discours",), running=False))
    for one in TAKEN:
        window = browser.new_context(
            viewport={"width": WIDTH, "height": WIDTH * SIZE[1] // SIZE[0]},
            device_scale_factor=SIZE[0] / WIDTH, locale=one.language,
            color_scheme="dark", reduced_motion="reduce",
        )  # fmt: skip
        if one.role:
            session = {"name": "session", "value": f"session-of-{one.role}", "url": world.url}
            window.add_cookies([session])  # type: ignore[list-item]
        page = window.new_page()
        page.goto(world.url + one.path)
        page.evaluate("document.fonts.ready")
        if one.end:
            page.evaluate(
                "found => document.querySelector(found).scrollIntoView({block: 'end'})", one.end
            )
        picture(page, folder, one.name)
        window.close()


def picture(page: Page, folder: Path, name: str) -> None:
    """Write what stands in a window into a folder, in few colours. Raises `OSError`."""
    whole = folder / f".{name}.png"
    page.screenshot(path=whole)
    save_few_colours(pygame.image.load(whole), folder / f"{name}.png", MOST_COLOURS)
    whole.unlink()


def take_first_evening(browser: Browser, folder: Path) -> dict[str, list[str]]:
    """Write the pictures of a first evening into a folder; gives what each step clicked and filled.

    Raises `OSError`.
    """
    said = {}
    with empty_room(browser, lambda page, name: picture(page, folder, f"first-{name}")) as evening:
        for step in STEPS:
            evening.said = []
            step.does(evening)
            said[step.name] = evening.said
    return said


def take_practice_table(browser: Browser, folder: Path) -> None:
    """Write the picture of a practice table with a flop without a burn. Raises `OSError`."""
    with tempfile.TemporaryDirectory() as scratch:
        room = Room(Path(scratch), config=usual("ppc", 6))
        try:
            for statement in PRACTISED:
                room.happens(statement)
            with Served(room) as served:
                window = browser.new_context(
                    viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en",
                    color_scheme="dark", reduced_motion="reduce",
                )  # fmt: skip
                window.add_init_script("localStorage.setItem('tapis-tour', 'done')")
                page = window.new_page()
                page.goto(served.link(HOST))
                page.evaluate("document.fonts.ready")
                page.evaluate(_AT_NINE)
                picture(page, folder, "rehearsal")
                window.close()
        finally:
            room.rehearsal.stop()


def main(folder: Path) -> None:
    """Fill an evening, and write its pictures into a folder; the practice table's goes above it."""
    with tempfile.TemporaryDirectory() as scratch, World(Path(scratch)) as world:
        world.fill()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
            take(world, browser, folder)
            take_first_evening(browser, folder)
            take_practice_table(browser, folder.parent)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
