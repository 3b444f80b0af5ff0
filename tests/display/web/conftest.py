"""One evening for all tests of the pages that leave it as it is, and a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.display.web.world import World
from tests.rig.chromium import FLAGS
from tests.rig.chromium import chromium as program

expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return the pages of an evening that is on."""
    with World(tmp_path_factory.mktemp("evening")) as made:
        made.fill()
        yield made


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Return a real browser.

    For a module's tests alone: while it is there this thread has a loop that runs.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield browser
        browser.close()
