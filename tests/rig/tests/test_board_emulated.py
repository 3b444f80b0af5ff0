"""What the emulated board gave last: the figures are all there, and none contradicts another."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hardware.twin.boards.rack import FOLDER
from tests.rig.board import nodes
from tests.rig.board.emulated import BENCH, PAIRS, RESULTS, TAGS, fields


@pytest.fixture(name="figures")
def _figures() -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(RESULTS.read_text())
    return figures


def test_the_image_and_the_clock_are_said(figures: dict[str, Any]) -> None:
    assert figures["image"][:2] >= [1, 24]
    assert figures["clock"] == 200_000_000


BARS = {
    "rest-0": 5, "rest-1": 9, "rest-2": 19, "pair-2": 19, "pair-3": 19, "pair-6": 19, "rest-4": 30,
    "rest-8": 75, "rest-20": 190,
}  # fmt: skip
"""Longest scans of a field at rest (ms); of two tags, however alike they are."""


@pytest.mark.parametrize("scan", BARS)
def test_a_scan_at_rest_takes_no_longer_than_it_may(figures: dict[str, Any], scan: str) -> None:
    assert figures[scan] <= 1000 * BARS[scan]


def test_the_emulator_and_what_it_runs_are_where_they_are_looked_for() -> None:
    # Without an image nothing else of `make board` runs here.
    module = (FOLDER / "rp2040.mjs").as_uri()
    subprocess.run(
        ["node", "--input-type=module", "--eval", f"await import({module!r})"], check=True
    )
    assert BENCH.exists()
    assert nodes.PROGRAM.exists()


def test_the_frequent_instructions_do_what_the_emulator_makes_them_do() -> None:
    done = subprocess.run(
        ["node", Path(__file__).with_name("thumb.mjs")], stdout=subprocess.PIPE, check=False
    )
    assert done.returncode == 0, done.stdout.decode()
    # Of three times 65,536 tries, half are for the emulator itself.
    assert int(done.stdout) > 100_000


@pytest.mark.parametrize("tags", TAGS)
def test_a_scan_takes_longer_than_the_driver_waits_and_less_than_a_thorough_one(
    figures: dict[str, Any], tags: int
) -> None:
    assert figures[f"waits-{tags}"] < figures[f"rest-{tags}"] < figures[f"thorough-{tags}"]


def test_the_same_tags_lie_there_at_every_run() -> None:
    assert fields() == fields()
    assert [len(field) for field in fields()] == [*TAGS, *(2 for _ in PAIRS)]
