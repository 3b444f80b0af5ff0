"""What is written about the project holds: its examples run, and it names what there is."""

import doctest
import html
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("controller", "hardware", "display", "firmware", "tests", "debian", "docs")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.joinpath("docs").rglob("*.md")])
TEXTS = sorted(
    path
    for path in [*ROOT.glob("*"), *(p for folder in FOLDERS for p in (ROOT / folder).rglob("*"))]
    if path.is_file()
    and path.suffix in {".py", ".md", ".toml", ".yaml", ".mjs", ".scn", ".conf", ".css", ""}
    and "__pycache__" not in path.parts
)
WITH_EXAMPLES = [
    path
    for path in (ROOT / "controller").rglob("*.py")
    if re.search(r"^\s*>>> ", path.read_text("utf-8"), re.MULTILINE)
]
MADE = {"matching.md", "table-6.md", "wiring.md"}
"""What `tapis build` writes for a builder of tables."""
DOCUMENT = re.compile(r"(?<![\w./$-])((?:[\w.-]+/)*[\w-]+\.md)\b")


def named(paths: list[Path]) -> list[str]:
    """Return files by their names in the project."""
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.parametrize("path", PAGES, ids=named(PAGES))
def test_the_examples_of_a_page_run(path: Path) -> None:
    assert not doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=named(WITH_EXAMPLES))
def test_the_examples_of_a_module_run(path: Path) -> None:
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert not tried.failed


def test_the_engine_and_the_ring_have_examples() -> None:
    assert ROOT / "controller/run/lights/ring.py" in WITH_EXAMPLES
    page = (ROOT / "docs/ENGINE.md").read_text("utf-8")
    for name in ("legal", "pots", "button_and_blinds"):
        assert f"import {name}" in page


@pytest.mark.parametrize("path", PAGES, ids=named(PAGES))
def test_every_link_of_a_page_leads_somewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        target = path if not file else (path.parent / file).resolve()
        assert target.exists(), f"{path.name}: {link}"
        if anchor:
            heads = re.findall(r"^#+ (.*)", target.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, f"{path.name}: {link}"


def test_no_text_names_a_document_that_is_not_there() -> None:
    missing = []
    for path in TEXTS:
        for name in DOCUMENT.findall(path.read_text("utf-8", errors="ignore")):
            places = (ROOT / name, ROOT / "docs" / name, path.parent / name)
            if name not in MADE and not any(place.exists() for place in places):
                missing.append(f"{path.relative_to(ROOT)}: {name}")
    assert not missing


def test_the_picture_of_the_architecture_shows_its_text_and_rooms_that_there_are() -> None:
    text = (ROOT / "docs/architecture.dot").read_text("utf-8")
    picture = html.unescape((ROOT / "docs/architecture.svg").read_text("utf-8"))
    lines = [
        one.strip() for label in re.findall(r'label="([^"]*)"', text) for one in label.split(r"\n")
    ]
    assert [line for line in lines if line not in picture] == []
    rooms = [line for line in lines if re.fullmatch(r"(controller|display)/[\w/]+", line)]
    assert len(rooms) > 5
    assert [room for room in rooms if not (ROOT / room).is_dir()] == []
