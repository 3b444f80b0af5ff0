"""The docs' pictures of the room's pages are of the pages as they are."""

from pathlib import Path

import pygame
from playwright.sync_api import Browser

from display.felt.pictures.golden import difference
from tests.display.web.pictures import SIZE, TAKEN, take
from tests.display.web.world import World

KEPT = Path(__file__).parents[3] / "docs" / "venue"
# What smoothing, few colours and a running clock make of a field; another text makes more.
MOST = 40.0


def test_the_docs_show_the_pages_as_they_are(chromium: Browser, tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.fill()
        take(world, chromium, tmp_path)
    assert {path.stem for path in KEPT.glob("*.png")} == {one.name for one in TAKEN}
    for one in TAKEN:
        kept, now = (pygame.image.load(at / f"{one.name}.png") for at in (KEPT, tmp_path))
        assert kept.get_size() == SIZE
        assert difference(kept, now) <= MOST, f"{one.name}: `make pictures`, and look at it"
