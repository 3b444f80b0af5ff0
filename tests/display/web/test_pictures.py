"""The docs' pictures of the room's pages are of the pages as they are."""

import re
from pathlib import Path

import pygame
from playwright.sync_api import Browser

from tests.display.web.first_evening import PLAYERS, STEPS
from tests.display.web.pictures import SIZE, TAKEN, take, take_first_evening, take_practice_table
from tests.display.web.world import World
from tests.rig.pictures.golden import difference

KEPT = Path(__file__).parents[3] / "docs" / "venue"
# What smoothing, few colours and a running clock make of a field; another text makes more.
MOST = 40.0


def test_the_docs_show_the_pages_as_they_are(chromium: Browser, tmp_path: Path) -> None:
    with World(tmp_path) as world:
        world.fill()
        take(world, chromium, tmp_path)
    kept = {path.stem for path in KEPT.glob("*.png") if not path.stem.startswith("first-")}
    assert kept == {one.name for one in TAKEN}
    for one in TAKEN:
        as_kept(one.name, tmp_path)


def test_the_readme_shows_the_practice_table_as_it_is(chromium: Browser, tmp_path: Path) -> None:
    take_practice_table(chromium, tmp_path)
    as_kept("rehearsal", tmp_path, KEPT.parent)


def as_kept(name: str, folder: Path, docs: Path = KEPT) -> None:
    """Hold a picture that was taken now against the one of the docs."""
    kept, now = (pygame.image.load(at / f"{name}.png") for at in (docs, folder))
    assert kept.get_size() == SIZE
    assert difference(kept, now) <= MOST, f"{name}: `make pictures`, and look at it"


def test_a_first_evening_goes_as_the_docs_tell_it(chromium: Browser, tmp_path: Path) -> None:
    """Each step is done in a browser; what it clicks and fills stands there in bold, in order."""
    said = take_first_evening(chromium, tmp_path)
    text = (KEPT.parent / "VENUE.md").read_text(encoding="utf-8")
    told = text.partition("\n## A first evening\n")[2].partition("\n## ")[0]
    assert PLAYERS in told.replace("\n    ", "\n")
    written = re.split(r"\n### \d+\. ", told)[1:]
    assert len(written) == len(said) == len(STEPS)
    for name, section in zip(said, written, strict=True):
        assert re.findall(r"\*\*([^*]+)\*\*", section) == said[name], name
        assert re.findall(r"!\[.+\]\(venue/([a-z-]+)\.png\)", section) == [f"first-{name}"]
        as_kept(f"first-{name}", tmp_path)
    assert {path.stem for path in KEPT.glob("first-*.png")} == {f"first-{name}" for name in said}
