"""The French pages keep step with the English ones; the site of `make docs` has every page."""

import re
from os.path import relpath
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FRENCH = sorted((ROOT / "docs/fr").glob("*.md"))
COMMAND = re.compile(r"(?:sudo|make|tapis|\.venv/bin|git|ssh-keygen|mosquitto_sub|SDL_\w+=)\b.*")
BLOCK = re.compile(r"^```.*?^```|^(?: {4}.*\n)+", re.MULTILINE | re.DOTALL)


def english(page: Path) -> Path:
    return (ROOT if page.name == "README.md" else ROOT / "docs") / page.name


def levels(text: str) -> list[int]:
    """Return how deep each heading of a page is, in their order."""
    without = BLOCK.sub("", text)
    return [len(found) for found in re.findall(r"^(#+) ", without, re.MULTILINE)]


def commands(text: str) -> list[str]:
    """Return the commands that stand in a page's blocks, without what is said behind them."""
    lines = [line.strip() for block in BLOCK.findall(text) for line in block.splitlines()]
    return [line.split("  #")[0].rstrip() for line in lines if COMMAND.match(line)]


@pytest.mark.parametrize("page", FRENCH, ids=[page.name for page in FRENCH])
def test_a_french_page_keeps_step_with_the_english_one(page: Path) -> None:
    ours, theirs = page.read_text("utf-8"), english(page).read_text("utf-8")
    assert levels(ours) == levels(theirs)
    assert commands(ours) == commands(theirs)
    back = relpath(english(page), page.parent)
    assert f"[In English]({back})" in ours
    assert f"[En français]({page.relative_to(english(page).parent)})" in theirs


def test_the_site_has_every_page_and_no_other() -> None:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    pages = re.findall(r"[\w./-]+\.md", str(config["nav"]))
    folders = (ROOT, ROOT / "docs", ROOT / "docs/fr", ROOT / "docs/measurements",
               ROOT / "hardware/build")  # fmt: skip
    there = [str(path.relative_to(ROOT)) for folder in folders for path in folder.glob("*.md")]
    assert sorted(pages) == sorted(there)
