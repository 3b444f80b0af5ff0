"""docs/FIRST_CHANGE.md: each walk is made in a copy, and fails before its change."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/FIRST_CHANGE.md").read_text("utf-8")
WALKS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGES = ("controller", "hardware", "display", "firmware")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the packages."""
    copy = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def written(folder: Path, blocks: list[tuple[str, str]], marked: str) -> None:
    """Write the blocks whose first line is `# file: NAME` or `# change: NAME`."""
    for _, text in blocks:
        first, _, rest = text.partition("\n")
        if found := re.fullmatch(rf"# {marked}: ([\w.-]+)", first):
            (folder / found[1]).write_text(rest, "utf-8")


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_fails_before_its_change_and_holds_after_it(
    source: Path, tmp_path: Path, walk: str
) -> None:
    blocks = BLOCK.findall(WALKS[walk])
    (command,) = [text.strip() for kind, text in blocks if kind == "sh"]
    words = {"tapis": [sys.executable, "-m", "controller.cli"], "python": [sys.executable]}
    first, *rest = shlex.split(command)

    def run() -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*words[first], *rest], cwd=tmp_path, capture_output=True, text=True, check=False,
            env=os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip

    written(tmp_path, blocks, "file")
    assert run().returncode != 0
    written(tmp_path, blocks, "change")
    for diff in [text for kind, text in blocks if kind == "diff"]:
        subprocess.run(["git", "apply", "-"], input=diff, text=True, cwd=source, check=True)
    done = run()
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_four_walks() -> None:
    assert len(WALKS) == 4
